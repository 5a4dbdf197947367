import { crc32, deflateSync } from 'node:zlib';
import type { DocumentKind } from '#domain/documents/document-type.ts';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import { documents } from '#functions/documents/repository/documents.ts';
import { documentChanges } from '#functions/documents/shared/start-upload.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { formPdf } from '../partners/docuseal/pdf.ts';
import type { DemoCase } from './demo-organization.ts';
import { demoId, type Seeding } from './seeding.ts';

export type PutFile = (key: string, bytes: Uint8Array<ArrayBuffer>, type: string) => Promise<void>;

const size = { width: 180, height: 220 };
type Color = readonly [red: number, green: number, blue: number];
/** Ellipses from back to front: center, radii, and which of the colors. */
const shapes = [
  [90, 232, 78, 82, 'coat'],
  [90, 160, 22, 34, 'skin'],
  [90, 92, 52, 56, 'hair'],
  [90, 104, 42, 54, 'skin'],
  [90, 62, 40, 20, 'hair'],
  [74, 102, 4, 3, 'ink'],
  [106, 102, 4, 3, 'ink'],
  [90, 120, 4, 8, 'shade'],
  [90, 136, 14, 3, 'ink'],
] as const;
const skins: readonly Color[] = [
  [233, 200, 172],
  [196, 150, 116],
  [141, 96, 70],
  [222, 184, 150],
];
const hairs: readonly Color[] = [
  [206, 204, 200],
  [120, 112, 108],
  [236, 236, 232],
  [74, 58, 50],
];
const coats: readonly Color[] = [
  [52, 74, 94],
  [104, 62, 70],
  [60, 84, 66],
  [86, 78, 110],
];

const chunk = (name: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** Draws a portrait as a PNG. */
export const portrait = (n: number): Uint8Array<ArrayBuffer> => {
  const one = (all: readonly Color[], at: number): Color => all[at % all.length] ?? [0, 0, 0];
  const skin = one(skins, n);
  const shade = skin.map((part) => part - 24) as unknown as Color;
  const colors = { skin, shade, hair: one(hairs, n >> 1), coat: one(coats, n + 1), ink: [60, 48, 44] as Color };
  const rows = Buffer.alloc(size.height * (1 + size.width * 3));
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const hit = shapes.findLast(([cx, cy, rx, ry]) => ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1);
      const light = 224 - Math.round(y / 6);
      rows.set(hit ? colors[hit[4]] : [light - 6, light, light - 2], y * (1 + size.width * 3) + 1 + x * 3);
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size.width);
  head.writeUInt32BE(size.height, 4);
  // Eight bits each of red, green and blue.
  head.set([8, 2], 8);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]));
};

const drawn = new Map<string, ReturnType<typeof formPdf>>();
/** Returns a page with a title; drawing one takes tens of milliseconds, so those of one title are one. */
const pdfOf = (title: string) => {
  const pdf = drawn.get(title) ?? formPdf(title, 'This copy belongs to the demo. No one issued it.', []);
  drawn.set(title, pdf);
  return pdf;
};

/** Writes the documents of a case, a day apart from its opening on. */
export const seedPapers = async (
  seeding: Seeding,
  { name, by, created, papers = [] }: DemoCase,
  put: PutFile,
): Promise<void> => {
  const { organizationId } = seeding;
  const caseId = demoId('case', name);
  for (const [at, paper] of papers.entries()) {
    const kind = paper.slice(0, paper.indexOf(' ')) as DocumentKind;
    const title = paper.slice(kind.length + 1);
    const hours = created * (1 - (at + 1) / (papers.length + 1));
    const db = seeding.databaseAs(by, hours);
    const isPhoto = kind === 'photo';
    const bytes = isPhoto ? portrait(name.length + at) : await pdfOf(title);
    const id = demoId('document', `${name} ${at}`);
    const instant = seeding.instant(hours);
    const record = {
      id,
      organization_id: organizationId,
      version: 2,
      case_id: caseId,
      report_id: null,
      from_family: isPhoto,
      status: 'ready' as const,
      refused_for: null,
      file_name: `${title}.${isPhoto ? 'png' : 'pdf'}`,
      description: '',
      kind,
      content_type: isPhoto ? ('image/png' as const) : ('application/pdf' as const),
      size: bytes.length,
      series: id,
      revision: 1,
      made: false,
      request_id: 'demonstration',
      added_by: isPhoto
        ? null
        : { id: seeding.staffId(by) ?? '', name: seeding.staffName(by), role: 'funeral_director' },
      created_at: instant,
      updated_at: instant,
      checking_since: null,
      deleted_at: null,
      due_at: null,
    };
    await put(documentKey('clean', organizationId, id), bytes, record.content_type);
    await db.commit([
      ...documents.in(seeding.table, keysOf(organizationId)).create(record),
      db.audit.entry('document.added', caseId, documentChanges(undefined, record)),
    ]);
  }
};
