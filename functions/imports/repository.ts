import * as z from 'zod';
import { columnNames, importKinds } from '#domain/imports/column-labels.ts';
import { importStates, lineResults, outcomes } from '#domain/imports/import.schema.ts';
import { dayOrders } from '#domain/imports/read-days.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { storedSchema } from '#functions/platform/store/organization-registry.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { sealedSsn } from '#functions/ssn/repository.ts';

const number = z.number().int();

/**
 * An import: which file it is, how far it is, and what it has made. It says nothing of people. Its states are described
 * at `importStates` (domain/imports/import.schema.ts); its lines are kept beside it in parts (`importPartShape`). Each
 * commit that changes parts moves the counters with them (functions/imports/shared/advance-import.ts).
 */
export const importSchema = storedSchema({
  kind: 'import',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    version: z.number(),
    kind: z.enum(importKinds),
    state: z.enum(importStates),
    file_name: z.string(),
    fingerprint: z.string(),
    headings: z.array(z.string()),
    /** With what the file's own words in each mean and how its days are written, as it was said when the import was begun. */
    columns: z.array(
      z.object({
        field: z.enum(columnNames),
        heading: z.string(),
        values: z.record(z.string(), z.string()).optional(),
        day_order: z.enum(dayOrders).optional(),
        is_24_hour: z.boolean().optional(),
      }),
    ),
    /** Lines of the file, as it was announced when the import was begun. */
    line_count: number,
    /** Lines that have come; moves in `receiving`, up to `line_count`. */
    received: number,
    /** The number in the file of the last line that has come; not there of imports from before it was kept. */
    last_line: number.optional(),
    /** Parts that its lines are kept in; grows in `receiving`, and goes down to none in `discarding`. */
    parts: number,
    /** Parts that were previewed, from the first on; moves in `looking`, up to `parts`. */
    looked_parts: number,
    /** Parts that were run, in `running`; begins at zero again in `undoing`, and then counts those that were undone. */
    gone_parts: number,
    /** Lines in those of `looked_parts`. */
    looked: number,
    /** Lines in those of `gone_parts`, whatever became of them. */
    gone_through: number,
    /** Lines of each outcome among the `looked` ones, and those of which a value was left out: none of earlier imports. */
    counts: z.object({
      ...{ new: number, known: number, doubtful: number, refused: number },
      with_notes: number.default(0),
    }),
    /** Whether the run makes records of doubtful lines too; said when it begins. */
    bring_doubtful: z.boolean(),
    /** Records that the run has made; moves in `running`, and stays as it is when they are removed again. */
    brought: number,
    /** Of these, records that the undo has removed, and has kept; both move in `undoing`. */
    removed: number,
    kept: number,
    begun_at: z.string(),
    begun_by_name: z.string(),
    run_at: z.string().nullable(),
    run_by_name: z.string().nullable(),
    finished_at: z.string().nullable(),
    undone_at: z.string().nullable(),
    undone_by_name: z.string().nullable(),
    /** Until the run begins: it goes with its lines. */
    expires_at: z.number().optional(),
  }),
});
export type ImportRecord = z.output<typeof importSchema.schema>;

const line = z.object({
  line: number,
  /** The number of the deceased, encrypted, until the run moves it to its case. */
  ssn: sealedSsn.optional(),
  /** What is to be kept, blank fields left out; null of a refused line. */
  fields: z.record(z.string(), z.string()).nullable(),
  /** As it stood there: of a refused line alone. */
  values: z.array(z.string()).nullable(),
  /** What there is to say of its outcome and of its fate, in words. */
  why: z.array(z.string()),
  /** Which of its values no field takes, and why, in words; absent in lines of before that was kept. */
  notes: z.array(z.string()).default([]),
  /** Null until the preview, unless it is refused. */
  outcome: z.enum(outcomes).nullable(),
  /** The customer that it is a duplicate of, or may be. */
  customer: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The case that it is a duplicate of, or may be; absent in lines of before cases could be imported. */
  case: z.object({ id: z.string(), name: z.string() }).nullable().default(null),
  fate: z.enum(lineResults),
});

/** A part (batch) of an import: lines that commit together, in the order of the file (`linesPerPart`). */
export const importPartSchema = storedSchema({
  kind: 'import lines',
  shape: 1,
  schema: z.object({
    organization_id: z.string(),
    import_id: z.string(),
    part: number,
    lines: z.array(line),
    expires_at: z.number(),
  }),
});
export type ImportPart = z.output<typeof importPartSchema.schema>;
export type StoredLine = ImportPart['lines'][number];

/** Each has all headings of its file, 40 kB of them at most. */
const shownAtOnce = 100;

const importsIn = (table: Table, keys: Keys) => {
  const partKey = ({ import_id, part }: Pick<ImportPart, 'import_id' | 'part'>) => keys.importPart(import_id, part);
  return {
    /** The last imports of the organization, the newest first. */
    async latest(): Promise<ImportRecord[]> {
      const items = await table.query({
        pk: keys.imports(),
        between: ['IMPORT#', prefixEnd('IMPORT#')],
        newestFirst: true,
        limit: shownAtOnce,
      });
      return items.map((item) => importSchema.parse(item));
    },
    async require(id: string): Promise<ImportRecord> {
      const item = await table.get(keys.import(id));
      if (!item) throw notFound();
      return importSchema.parse(item);
    },
    /** Parts in order, from number `from` on, `to` left out. */
    async parts(id: string, from: number, to: number): Promise<ImportPart[]> {
      if (to <= from) return [];
      const between = [keys.importPart(id, from).sk, keys.importPart(id, to - 1).sk] as const;
      const items = await table.query({ pk: keys.importPart(id, 0).pk, between, limit: to - from });
      return items.map((item) => importPartSchema.parse(item));
    },
    create: (record: ImportRecord): Write => ({
      put: importSchema.item(keys.import(record.id), record),
      when: 'absent',
    }),
    /** Writes `next` if nobody changed `before` meanwhile: every change of its parts goes with it. */
    change: (before: ImportRecord, next: ImportRecord): Write => ({
      put: importSchema.item(keys.import(next.id), { ...next, version: before.version + 1 }),
      when: { equals: { version: before.version } },
      refused: (current) => (current ? new WriteConflict() : notFound()),
    }),
    putPart: (part: ImportPart): Write => ({ put: importPartSchema.item(partKey(part), part) }),
    removePart: (id: string, part: number): Write => ({ delete: keys.importPart(id, part) }),
    remove: (before: ImportRecord): Write => ({
      delete: keys.import(before.id),
      when: { equals: { version: before.version } },
      refused: (current) => (current ? new WriteConflict() : notFound()),
    }),
  };
};

export type Imports = ReturnType<typeof importsIn>;
export const imports = { grants: ['table:imports'], in: importsIn } as const satisfies Repository;
