import {
  completeNumbering,
  countingYear,
  formatCaseNumber,
  type NumberingSettings,
} from '#domain/cases/case-number.ts';
import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { type FuneralHomeChange, maxFormerSlugs, reservedSlugs } from '#domain/organizations/funeral-home.schema.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { type Cases, cases } from '#functions/cases/repository/cases.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { changesBetween } from '#functions/platform/store/audit/audit-log.ts';
import type { HomeRecord } from '../repository/homes.ts';
import { organizations } from '../repository/organizations.ts';
import { getCurrentHome, getHome, listFuneralHomes, requireHome } from './scoped-routes.ts';

const needs = { organizations, cases };
const exampleCount = 3;

const present = async (cases: Cases, { id, case_numbering, time_zone }: HomeRecord, now: Date) => {
  const year = Number(todayIn(time_zone, now).slice(0, 4));
  const { number, sequence } = await cases.nextNumber(id, year, case_numbering);
  return { ...completeNumbering(case_numbering), next_value: sequence, next_number: number };
};

/** Returns the numbers from a value on, or from the first free one, each with whether it is taken. */
const candidates = async (
  cases: Cases,
  home: HomeRecord,
  { next_value, ...numbering }: NumberingSettings,
  now: Date,
) => {
  const year = Number(todayIn(home.time_zone, now).slice(0, 4));
  const { counter, sequence } = await cases.nextNumber(home.id, year, numbering);
  const first = next_value ?? sequence;
  const numbers = Array.from({ length: exampleCount }, (_, n) => formatCaseNumber(numbering, year, first + n));
  const taken = await Promise.all(numbers.map((number) => cases.numberTaken(number)));
  return {
    year,
    counter,
    first,
    examples: numbers.map((case_number, n) => ({ case_number, taken: taken[n] ?? false })),
  };
};

const getCaseNumbering = handler(funeralHomeEndpoints.caseNumbering, needs, async ({ params }, { db, now }) =>
  present(db.cases, await requireHome(db.organizations, params.id), now),
);

const previewCaseNumbering = handler(
  funeralHomeEndpoints.previewCaseNumbering,
  needs,
  async ({ params, body }, { db, actor, now }) => {
    const home = await requireHome(db.organizations, params.id);
    assertAllowed(actor, 'home:edit', { homeId: home.id });
    const { first, examples } = await candidates(db.cases, home, body, now);
    return { preview: examples.find(({ taken }) => !taken)?.case_number ?? '', next_value: first, examples };
  },
);

/** Rejects a taken start, and a prefix that another home has or had, because receipt numbers would repeat. */
const updateCaseNumbering = handler(
  funeralHomeEndpoints.updateCaseNumbering,
  needs,
  ({ params, body }, { db, work, actor, now }) =>
    work.attempt(
      () => requireHome(db.organizations, params.id),
      async (before) => {
        assertAllowed(actor, 'home:edit', { homeId: before.id });
        const { year, counter, first, examples } = await candidates(db.cases, before, body, now);
        const [start] = examples;
        if (body.next_value !== undefined && start?.taken)
          throw invalid({ next_value: [`Case number ${start.case_number} is already in use`] });
        const { next_value: _next, ...numbering } = body;
        const next: HomeRecord = { ...before, case_numbering: numbering, version: before.version + 1 };
        const changes = changesBetween(completeNumbering(before.case_numbering), numbering);
        const moved = body.next_value !== undefined && first !== counter + 1;
        if (moved) changes.push({ field: 'next_value', from: counter + 1, to: first });
        if (changes.length > 0)
          await work
            .add(
              await db.organizations.changePrefix(before, next),
              db.organizations.changeHome(before, next),
              moved
                ? db.cases.advance(before.id, countingYear(numbering, year), { sequence: first - 1, counter })
                : undefined,
            )
            .audit('case_numbering.updated', before.id, changes)
            .announce('home.updated', before.id, { funeral_home_id: before.id })
            .step();
        return present(db.cases, next, now);
      },
    ),
);

/** Pixels: a small file can unpack to very many. */
const maxSide = 1024;

interface Size {
  width: number;
  height: number;
}

const text = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

const pngSize = (bytes: Buffer): Size | undefined => {
  if (text(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(bytes, 12, 16) !== 'IHDR') return undefined;
  let at = 8;
  for (let name = ''; name !== 'IEND'; ) {
    if (at + 12 > bytes.length) return undefined;
    name = text(bytes, at + 4, at + 8);
    at += 12 + bytes.readUInt32BE(at);
  }
  return at === bytes.length ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined;
};

const jpegSize = (bytes: Buffer): Size | undefined => {
  if (bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return undefined;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    // A frame of any kind; C4, C8 and CC are tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  return undefined;
};

const webpSize = (bytes: Buffer): Size | undefined => {
  if (text(bytes, 0, 4) !== 'RIFF' || bytes.readUInt32LE(4) + 8 !== bytes.length || bytes.length < 30) return undefined;
  const kind = text(bytes, 8, 16);
  if (kind === 'WEBPVP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'WEBPVP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'WEBPVP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
};

/** Reads a picture's size, checking it from the first byte to the last; undefined if it is invalid. */
const sizeOf: Readonly<Record<string, (bytes: Buffer) => Size | undefined>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

export const assertPicture = (dataUrl: string): void => {
  const [, type = '', data = ''] = /^data:([^;]+);base64,(.*)$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(data, 'base64');
  const size = bytes.length >= 24 ? sizeOf[type]?.(bytes) : undefined;
  if (!size || size.width === 0 || size.height === 0)
    throw invalid({ logo_url: ['The logo must be a PNG, JPEG or WebP picture'] });
  if (Math.max(size.width, size.height) > maxSide)
    throw invalid({ logo_url: [`The logo must be at most ${maxSide} pixels wide and high`] });
};

const cleared = new Set(['phone', 'emergency_phone', 'condolence_message', 'logo_url']);

const changed = (before: HomeRecord, { version: _version, ...body }: FuneralHomeChange): HomeRecord => {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  const values = given.map(([name, value]) => [name, value || (cleared.has(name) ? null : (value ?? ''))]);
  const next: HomeRecord = { ...before, ...Object.fromEntries(values), version: before.version + 1 };
  if (next.slug === before.slug) return next;
  const former = [...before.former_slugs, before.slug].filter((slug) => slug !== next.slug);
  return { ...next, former_slugs: [...new Set(former)] };
};

/** Changes a home and its public card together. The old public address still leads to it. */
const updateHome = handler(funeralHomeEndpoints.update, { organizations }, ({ params, body }, { db, work, actor }) =>
  work.attempt(
    () => requireHome(db.organizations, params.id),
    async (before) => {
      assertAllowed(actor, 'home:edit', { homeId: before.id });
      if (body.version !== undefined && body.version !== before.version)
        throw conflictError(funeralHomeEndpoints.update, { current: before });
      if (body.slug && reservedSlugs.includes(body.slug)) throw invalid({ slug: ['This public address is reserved'] });
      if (body.logo_url) assertPicture(body.logo_url);
      const next = changed(before, body);
      if (next.former_slugs.length > maxFormerSlugs)
        throw invalid({ slug: [`A funeral home keeps at most ${maxFormerSlugs} former addresses`] });
      const changes = changesBetween({ ...before }, { ...next }, new Set(['logo_url'])).filter(
        ({ field }) => field !== 'version' && field !== 'former_slugs',
      );
      if (changes.length === 0) return before;
      const look = next.slug === before.slug ? [] : await db.organizations.holdLook(next);
      return work
        .add(look, db.organizations.changeHome(before, next))
        .audit('home.updated', next.id, changes)
        .announce('home.updated', next.id, { funeral_home_id: next.id })
        .finish(next);
    },
  ),
);

export const funeralHomeRoutes = routesOf(funeralHomeEndpoints, {
  list: listFuneralHomes,
  current: getCurrentHome,
  get: getHome,
  update: updateHome,
  caseNumbering: getCaseNumbering,
  previewCaseNumbering,
  updateCaseNumbering,
});
