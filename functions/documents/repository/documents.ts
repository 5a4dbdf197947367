import * as z from 'zod';
import { type PdfFlaw, pdfFlaws, rejectionReasons } from '#domain/documents/document-messages.ts';
import { documentKinds, documentTypeNames } from '#domain/documents/document-type.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { caseExistsCheck } from '#functions/cases/repository/case-exists-check.ts';
import { exclusiveStart } from '#functions/platform/store/key-format.ts';
import { type Keys, keysOf, sharedKeys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { type Item, type Key, prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';

/** A document of a case as it rests; its bytes lie in the bucket under its id. */
export const documentSchema = storedSchema({
  kind: 'document',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    version: z.number(),
    /** Its case; of a paper that came with a report its report, until that is a case. */
    case_id: z.string(),
    /** The report that it came with, while that is no case. */
    report_id: z.string().nullable().default(null),
    /** A family sent it, by its reference and its code. */
    from_family: z.boolean().default(false),
    status: z.enum(['uploading', 'checking', 'ready', 'refused']),
    refused_for: z.enum(rejectionReasons).nullable(),
    file_name: z.string(),
    description: z.string(),
    kind: z.enum(documentKinds),
    /** What its content is, once that was looked at. */
    content_type: z.enum(documentTypeNames).nullable(),
    /** Why a PDF can be neither shown nor signed. */
    flaw: z.enum(Object.keys(pdfFlaws) as [PdfFlaw]).optional(),
    /** Announced until it is there. */
    size: z.number(),
    /** The first document of which it is a version, and which version it is. */
    series: z.string(),
    revision: z.number(),
    /** By the product itself, under a key of whoever had it made. */
    made: z.boolean(),
    /** Who handed it in, and by which request: what becomes of it later is put on record as theirs. */
    added_by: z.object({ id: z.string(), name: z.string(), role: z.string() }).nullable(),
    request_id: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    /** Since when its scan is waited for. */
    checking_since: z.string().nullable(),
    deleted_at: z.string().nullable(),
    /** When something is to be done about it if nothing happens before: forget it, ask again, take it away. */
    due_at: z.string().nullable(),
  }),
});
export type DocumentRecord = z.output<typeof documentSchema.schema>;

/** A file of all documents of a case, while it is made and for a day after. */
const documentZipSchema = storedSchema({
  kind: 'document zip',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    case_id: z.string(),
    case_number: z.string(),
    state: z.enum(['making', 'ready']),
    count: z.number(),
    size: z.number(),
    expires_at: z.number(),
    /** Only these; without it all that the case has when it is made. */
    document_ids: z.array(z.string()).optional(),
    /** Without it the file is called after its case. */
    file_name: z.string().optional(),
  }),
});
export type DocumentZipRecord = z.output<typeof documentZipSchema.schema>;

const itemOf = (keys: Keys, record: DocumentRecord): Item => ({
  ...documentSchema.item(keys.document(record.id), record),
  // Stands in the index of what is due only while something is.
  ...(record.due_at === null ? {} : { gsi1pk: sharedKeys.documentsDue, gsi1sk: `${record.due_at}#${record.id}` }),
});

/** Its place in the index is made anew at every write, and is nothing of the record. */
const recordOf = ({ gsi1pk: _pk, gsi1sk: _sk, ...item }: Item): DocumentRecord => documentSchema.parse(item as Item);

const findZip = async (table: Table, keys: Keys, id: string): Promise<DocumentZipRecord | undefined> => {
  const item = await table.get(keys.documentZip(id));
  return item && documentZipSchema.parse(item);
};

/** Longer than a file of a case takes to be made; one that failed may then be asked for anew. */
const zipSeconds = 15 * 60;
const runningZipKey = (keys: Keys, caseId: string): Key => ({ ...keys.documentZip(caseId), sk: 'RUNNING' });

const createZip = (keys: Keys, record: DocumentZipRecord): Write => ({
  put: documentZipSchema.item(keys.documentZip(record.id), record),
  when: 'absent',
  refused: () => new WriteConflict(),
});

const readable = (table: Table, keys: Keys) => ({
  async find(id: string): Promise<DocumentRecord | undefined> {
    const item = await table.get(keys.document(id));
    return item && recordOf(item);
  },
  async require(id: string): Promise<DocumentRecord> {
    const found = await this.find(id);
    if (!found) throw notFound();
    return found;
  },
  /** One that is not deleted, to be read: also the paper of a report. */
  async requireReadable(id: string): Promise<DocumentRecord> {
    const found = await this.require(id);
    if (found.deleted_at !== null) throw notFound();
    return found;
  },
  /** One of a case that is not deleted. */
  async requireStanding(id: string): Promise<DocumentRecord> {
    const found = await this.requireReadable(id);
    if (found.report_id !== null) throw notFound();
    return found;
  },
  async requireZip(id: string): Promise<DocumentZipRecord> {
    const found = await findZip(table, keys, id);
    if (!found) throw notFound();
    return found;
  },
});

/** Single documents, for who answers links to them. */
export const documentsRead = {
  grants: ['table:documents-read'],
  in: readable,
} as const satisfies Repository;

/** Files of several documents, for who has them made. */
export const documentZips = {
  grants: ['table:document-zips'],
  in: (table, keys) => ({
    find: (id: string) => findZip(table, keys, id),
    create: (record: DocumentZipRecord): Write => createZip(keys, record),
  }),
} as const satisfies Repository;

export const createDocumentRepository = (table: Table, keys: Keys) => ({
  ...readable(table, keys),
  /** The documents of a case, deleted ones too, the newest first, with those of a moment ago. */
  async ofCase(caseId: string): Promise<DocumentRecord[]> {
    const papers = await table.query({ pk: keys.papers(caseId), between: ['DOCUMENT#', prefixEnd('DOCUMENT#')] });
    const items = await table.getAll(papers.map(({ sk }) => keys.document(String(sk).slice('DOCUMENT#'.length))));
    return items
      .map(recordOf)
      .sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : a.id < b.id ? 1 : -1));
  },
  /** Of a case that is there; the paper of a report stands under the report's id. Throws {@link WriteConflict}, or 404 without the case. */
  create: (record: DocumentRecord): Write[] => [
    { put: itemOf(keys, record), when: 'absent', refused: () => new WriteConflict() },
    { put: { ...keys.paper(record.case_id, record.id) }, when: 'absent', refused: () => new WriteConflict() },
    ...(record.report_id === null ? [caseExistsCheck(keys, record.case_id)] : []),
  ],
  /** Writes `next` if nobody changed `before` meanwhile; throws {@link WriteConflict}. */
  change: (before: DocumentRecord, next: DocumentRecord): Write => ({
    put: itemOf(keys, { ...next, version: before.version + 1 }),
    when: { equals: { version: before.version } },
    refused: (current) => (current ? new WriteConflict() : notFound()),
  }),
  /** The same where its case is there at the commit; throws 404 without it. */
  changeInCase(before: DocumentRecord, next: DocumentRecord): Write[] {
    return [this.change(before, next), caseExistsCheck(keys, next.case_id)];
  },
  /** The same of one that belongs to another record from now on. */
  move(before: DocumentRecord, next: DocumentRecord): Write[] {
    const { id } = next;
    return [
      this.change(before, next),
      ...(before.case_id === next.case_id
        ? []
        : [{ delete: keys.paper(before.case_id, id) }, { put: { ...keys.paper(next.case_id, id) } }]),
    ];
  },
  /** Takes it off the case for good if nobody changed or removed it meanwhile; throws {@link WriteConflict}. */
  remove: ({ id, case_id, version }: Pick<DocumentRecord, 'id' | 'case_id' | 'version'>): Write[] => [
    { delete: keys.document(id), when: { equals: { version } }, refused: () => new WriteConflict() },
    { delete: keys.paper(case_id, id) },
  ],
  /** The last zip that was requested of a case, while it is being made, and its id. */
  async runningZip(caseId: string, now: Date): Promise<{ zip?: DocumentZipRecord; lastId?: unknown }> {
    const last = await table.get(runningZipKey(keys, caseId));
    const zip = last && (await findZip(table, keys, String(last.zip_id)));
    const isRunning = zip?.state === 'making' && Number(last?.expires_at) * 1000 > now.getTime();
    return { ...(isRunning && { zip }), lastId: last?.zip_id };
  },
  /** Makes it the running zip of its case after the one with `lastId`; throws {@link WriteConflict} after another one. */
  createZip: (record: DocumentZipRecord, lastId: unknown, now: Date): Write[] => [
    createZip(keys, record),
    {
      put: {
        ...runningZipKey(keys, record.case_id),
        zip_id: record.id,
        expires_at: Math.floor(now.getTime() / 1000) + zipSeconds,
      },
      when: lastId === undefined ? 'absent' : { equals: { zip_id: lastId } },
      refused: () => new WriteConflict(),
    },
  ],
  /** Says how it ended, unless that was said before. */
  endZip: (record: DocumentZipRecord): Write => ({
    put: documentZipSchema.item(keys.documentZip(record.id), record),
    when: { equals: { state: 'making' } },
    refused: () => new WriteConflict(),
  }),
});
export type Documents = ReturnType<typeof createDocumentRepository>;
export const documents = {
  grants: ['table:documents'],
  in: createDocumentRepository,
} as const satisfies Repository;

/** A document of which something is due: whose it is, which, and where it stands among these. */
export interface DueDocument {
  organizationId: string;
  id: string;
  position: string;
}

/** What is due by an instant, the longest due first, from `behind` a position on. */
export const documentsDue = async (table: Table, now: Date, limit: number, behind = ''): Promise<DueDocument[]> => {
  const found = await table.query({
    pk: sharedKeys.documentsDue,
    index: 'gsi1',
    between: [behind && exclusiveStart(behind), now.toISOString()],
    limit,
  });
  return found.flatMap(({ pk, gsi1sk }) => {
    const [, organizationId, id] = /^T#([^#]+)#DOCUMENT#(.+)$/.exec(pk) ?? [];
    return organizationId && id ? [{ organizationId, id, position: String(gsi1sk) }] : [];
  });
};

/** The documents of an organization, outside of a call. */
export const documentsOf = (table: Table, organizationId: string): Documents =>
  createDocumentRepository(table, keysOf(organizationId));
