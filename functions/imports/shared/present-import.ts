import { type Import, type ImportLine, undoDays } from '#domain/imports/import.schema.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import type { ImportRecord, StoredLine } from '#functions/imports/repository.ts';

const dayMs = 24 * 3600 * 1000;

/** The instant from which on an import cannot be undone; null where nothing was brought in. */
export const undoableUntil = ({ run_at }: Pick<ImportRecord, 'run_at'>): string | null =>
  run_at === null ? null : new Date(Date.parse(run_at) + undoDays * dayMs).toISOString();

/** Seconds since 1970, so many days after an instant: when DynamoDB takes an item away. */
export const expiryAfter = (instant: Date, days: number): number =>
  Math.floor(instant.getTime() / 1000) + days * 86_400;

export const presentImport = (record: ImportRecord): Import => ({ ...record, undoable_until: undoableUntil(record) });

/** A line with its values in the order of the columns. */
export const presentLine = ({ kind, columns }: ImportRecord, stored: StoredLine): ImportLine => {
  const { line, fields, values, why, notes, outcome, customer, case: known, fate } = stored;
  const shown = values ?? columns.map(({ field }) => fields?.[field] ?? '');
  const at = (field: string) => fields?.[field] ?? shown[columns.findIndex((column) => column.field === field)];
  const [of, whole] = kind === 'cases' ? ['deceased_', 'deceased_name'] : ['', 'full_name'];
  const parts = fullName(...['first_name', 'middle_name', 'last_name'].map((part) => at(`${of}${part}`)));
  const name = parts || (at(whole) ?? '');
  return { line, name, outcome, why, notes, customer, case: known, fate, values: shown };
};
