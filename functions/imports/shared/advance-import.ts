import { type Import, type ImportLine, undoDays } from '#domain/imports/import.schema.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import type { ImportPart, ImportRecord, Imports, StoredLine } from '#functions/imports/repository.ts';
import type { Work } from '#functions/platform/api/handler.ts';

/** Returns the import after its next parts were previewed; with the last part it is ready to run. */
export const withPartsPreviewed = (record: ImportRecord, previewed: readonly ImportPart[]): ImportRecord => {
  const lines = previewed.flatMap((part) => part.lines);
  const counts = { ...record.counts };
  for (const { outcome, notes } of lines) {
    counts[outcome ?? 'refused']++;
    if (notes.length > 0) counts.with_notes++;
  }
  const looked_parts = record.looked_parts + previewed.length;
  const state = looked_parts < record.parts ? 'looking' : 'ready';
  return { ...record, state, looked_parts, looked: record.looked + lines.length, counts };
};

/** Returns the import after its next part, with this many lines, was run or undone; the last part completes it. */
export const withBatchFinished = (
  record: ImportRecord,
  lineCount: number,
  change: Partial<ImportRecord>,
): ImportRecord => {
  const gone_parts = record.gone_parts + 1;
  const next = { ...record, ...change, gone_parts, gone_through: record.gone_through + lineCount };
  if (gone_parts < record.parts) return next;
  if (record.state === 'undoing') return { ...next, state: 'undone' };
  return { ...next, state: 'done', finished_at: new Date().toISOString() };
};

const dayMs = 24 * 3600 * 1000;

/** Returns the instant from which an import cannot be undone; null if it was not run. */
export const undoableUntil = ({ run_at }: Pick<ImportRecord, 'run_at'>): string | null =>
  run_at === null ? null : new Date(Date.parse(run_at) + undoDays * dayMs).toISOString();

/** Returns the DynamoDB expiry this many days after an instant, in seconds since 1970. */
export const expiryAfter = (instant: Date, days: number): number =>
  Math.floor(instant.getTime() / 1000) + days * 86_400;

export const presentImport = (record: ImportRecord): Import => ({ ...record, undoable_until: undoableUntil(record) });

export const presentLine = ({ kind, columns }: ImportRecord, stored: StoredLine): ImportLine => {
  const { line, fields, values, why, notes, outcome, customer, case: known, fate } = stored;
  const shown = values ?? columns.map(({ field }) => fields?.[field] ?? '');
  const at = (field: string) => fields?.[field] ?? shown[columns.findIndex((column) => column.field === field)];
  const [of, whole] = kind === 'cases' ? ['deceased_', 'deceased_name'] : ['', 'full_name'];
  const parts = fullName(...['first_name', 'middle_name', 'last_name'].map((part) => at(`${of}${part}`)));
  const name = parts || (at(whole) ?? '');
  return { line, name, outcome, why, notes, customer, case: known, fate, values: shown };
};

/** Milliseconds in which a call starts further steps; the last one may take some seconds more. */
const defaultMs = 6000;

interface Advancing {
  db: { imports: Pick<Imports, 'require'> };
  work: Pick<Work, 'attempt'>;
}

/**
 * Advances an import for some seconds. A step commits its work with the progress and returns whether there is more, so
 * that interrupted imports resume and concurrent calls duplicate nothing.
 */
export const advanceImport = async (
  { db, work }: Advancing,
  id: string,
  step: (record: ImportRecord) => Promise<boolean>,
  budgetMs = defaultMs,
): Promise<Import> => {
  const started = Date.now();
  for (;;) {
    const isMore = await work.attempt(() => db.imports.require(id), step);
    if (!isMore || Date.now() - started > budgetMs) return presentImport(await db.imports.require(id));
  }
};
