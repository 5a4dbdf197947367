import type { ImportPart, ImportRecord } from '#functions/imports/repository.ts';

/*
 * Where the counters of an import move on: what each counts stands at its attribute (functions/imports/repository.ts), and
 * the states at `importStates` (domain/imports/import.schema.ts).
 */

/** The import after its next parts were previewed; with the last part it is ready to be run. */
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

/** The import after its next part, of so many lines, was run or undone; with the last part all of it is. */
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
