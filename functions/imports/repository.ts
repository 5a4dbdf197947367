import * as z from 'zod';
import { columnNames, importKinds } from '#domain/imports/column-labels.ts';
import { dayOrders } from '#domain/imports/column-values.ts';
import { importStates, lineResults, outcomes } from '#domain/imports/import.schema.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { ifUnchanged, type Repository, recordReads } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { sealedSsn } from '#functions/ssn/repository.ts';

const number = z.number().int();

/** An import without personal data; its lines are in separate parts, whose commits update the counters. */
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
    columns: z.array(
      z.object({
        field: z.enum(columnNames),
        heading: z.string(),
        values: z.record(z.string(), z.string()).optional(),
        day_order: z.enum(dayOrders).optional(),
        is_24_hour: z.boolean().optional(),
      }),
    ),
    line_count: number,
    /** Received lines; grows in `receiving` up to `line_count`. */
    received: number,
    /** File line number of the last received line; missing in older imports. */
    last_line: number.optional(),
    /** Stored parts; grows in `receiving`, and shrinks to zero in `discarding`. */
    parts: number,
    /** Previewed parts from the first on; grows in `looking` up to `parts`. */
    looked_parts: number,
    /** Run parts in `running`; restarts at zero in `undoing` and counts undone ones. */
    gone_parts: number,
    looked: number,
    gone_through: number,
    /** Number of `looked` lines by outcome, and of those with an omitted value: none in older imports. */
    counts: z.object({
      new: number,
      known: number,
      doubtful: number,
      refused: number,
      with_notes: number.default(0),
    }),
    /** Whether the run also creates records of doubtful lines. */
    bring_doubtful: z.boolean(),
    /** Records created by the run, unchanged by the undo. */
    brought: number,
    /** Of these, records removed and retained by the undo. */
    removed: number,
    kept: number,
    begun_at: z.string(),
    begun_by_name: z.string(),
    run_at: z.string().nullable(),
    run_by_name: z.string().nullable(),
    finished_at: z.string().nullable(),
    undone_at: z.string().nullable(),
    undone_by_name: z.string().nullable(),
    /** Until the run starts, the import expires with its lines. */
    expires_at: z.number().optional(),
  }),
});
export type ImportRecord = z.output<typeof importSchema.schema>;

const line = z.object({
  line: number,
  /** The decedent's SSN, encrypted, until the run moves it to its case. */
  ssn: sealedSsn.optional(),
  fields: z.record(z.string(), z.string()).nullable(),
  values: z.array(z.string()).nullable(),
  why: z.array(z.string()),
  /** Values that no field accepts, with the reason; missing in older lines. */
  notes: z.array(z.string()).default([]),
  outcome: z.enum(outcomes).nullable(),
  customer: z.object({ id: z.string(), name: z.string() }).nullable(),
  case: z.object({ id: z.string(), name: z.string() }).nullable().default(null),
  fate: z.enum(lineResults),
});

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

/** Each contains all headings of its file, at most 40 kB. */
const shownAtOnce = 100;

const importsIn = (table: Table, keys: Keys) => {
  const partKey = ({ import_id, part }: Pick<ImportPart, 'import_id' | 'part'>) => keys.importPart(import_id, part);
  return {
    async latest(): Promise<ImportRecord[]> {
      const items = await table.query({
        pk: keys.imports(),
        between: ['IMPORT#', prefixEnd('IMPORT#')],
        newestFirst: true,
        limit: shownAtOnce,
      });
      return items.map((item) => importSchema.parse(item));
    },
    ...recordReads(table, importSchema.parse, keys.import),
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
    /** Writes `next` if `before` is unchanged: every change of its parts includes this write. */
    change: (before: ImportRecord, next: ImportRecord): Write => ({
      put: importSchema.item(keys.import(next.id), { ...next, version: before.version + 1 }),
      ...ifUnchanged(before),
    }),
    putPart: (part: ImportPart): Write => ({ put: importPartSchema.item(partKey(part), part) }),
    removePart: (id: string, part: number): Write => ({ delete: keys.importPart(id, part) }),
    remove: (before: ImportRecord): Write => ({
      delete: keys.import(before.id),
      ...ifUnchanged(before),
    }),
  };
};

export type Imports = ReturnType<typeof importsIn>;
export const imports = { grants: ['table:imports'], in: importsIn } as const satisfies Repository;
