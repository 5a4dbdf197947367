import { labelOf } from '#domain/imports/column-labels.ts';
import { type FileTable, type HeadingChoice, readTable } from '#domain/imports/file-table.ts';
import type { Import, ImportLine } from '#domain/imports/import.schema.ts';
import { linesOf } from '#domain/imports/import-run.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { csvLine } from '#domain/shared/values/csv.ts';
import type { Tone } from '../ui/chip.tsx';
import { filterOf, type LineFilter } from './queries.ts';

/** Chosen files by import: too large for an address or a cache. */
export const pendingTables = new Map<string, FileTable>();

export const tableTypes = '.csv,.txt,.tsv,text/csv';

/** Reads a file in the browser: unmatched columns never leave it. */
export const readFile = async (file: File, headings?: HeadingChoice): Promise<FileTable> => {
  const { default: papaparse } = await import('papaparse');
  return readTable(file, (csv, delimiter) => papaparse.parse<string[]>(csv, { delimiter }).data, headings);
};

export const stateTones: Record<Import['state'], Tone> = {
  receiving: 'warn',
  looking: 'info',
  ready: 'info',
  running: 'warn',
  done: 'ok',
  undoing: 'warn',
  undone: 'neutral',
  discarding: 'neutral',
};

export const outcomeWords = {
  new: 'New',
  known: 'Already here',
  doubtful: 'Possible duplicate',
  refused: "Can't import",
} as const;
const outcomeTones = { new: 'ok', known: 'neutral', doubtful: 'warn', refused: 'danger' } as const;

export const lineWords = ({ outcome, fate }: ImportLine): { text: string; tone: Tone } => {
  if (fate === 'brought') return { text: 'Imported', tone: 'ok' };
  if (fate === 'removed') return { text: 'Undone', tone: 'neutral' };
  if (fate === 'kept') return { text: 'Kept', tone: 'warn' };
  return outcome ? { text: outcomeWords[outcome], tone: outcomeTones[outcome] } : { text: 'Waiting', tone: 'neutral' };
};

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
/** 'Nov 23, 2026'. */
export const dayOf = (instant: string): string => day.format(new Date(instant));

const linesAsCsv = async (
  call: Call,
  importRecord: Import,
  filter: LineFilter,
  headings: readonly string[],
  rowsOf: (line: ImportLine) => readonly (readonly string[])[],
): Promise<Blob> => {
  const parts = ['\uFEFF', csvLine(headings)];
  for await (const line of linesOf(call, importRecord, filterOf(filter))) parts.push(...rowsOf(line).map(csvLine));
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
};

/** Returns rejected lines with the reason, to be corrected and imported again. */
export const rejectedLines = (call: Call, importRecord: Import): Promise<Blob> => {
  const headings = ['Line', ...importRecord.columns.map(({ field }) => labelOf(importRecord.kind, field)), 'Reason'];
  return linesAsCsv(call, importRecord, 'refused', headings, ({ line, values, why }) => [
    [String(line), ...values, why.join('; ')],
  ]);
};

/** Returns the values that no field accepts, with line and reason. */
export const omittedValues = (call: Call, importRecord: Import): Promise<Blob> =>
  linesAsCsv(call, importRecord, 'with_notes', ['Line', 'Name', 'What was left out'], ({ line, name, notes }) =>
    notes.map((note) => [String(line), name, note]),
  );
