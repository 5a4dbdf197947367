import { type ImportKind, labelOf } from '#domain/imports/column-labels.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import {
  type Import,
  type ImportLine,
  linesPerCall,
  linesPerPart,
  maxValueLength,
} from '#domain/imports/import.schema.ts';
import { maskSsns } from '#domain/imports/sanitize-line.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallOutput } from '#domain/shared/contract/endpoint.ts';
import { csvLine } from '#domain/shared/values/csv.ts';
import { withRetries } from '../api/every-page.ts';
import type { Tone } from '../ui/chip.tsx';
import { filterOf, type LineFilter } from './queries.ts';
import type { FileTable } from './read-file.ts';

export const nounOf = { customers: 'customer', cases: 'case' } as const;

/** '1,204 customers'. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;

export const stateWords: Record<Import['state'], { text: string; tone: Tone }> = {
  receiving: { text: 'Upload incomplete', tone: 'warn' },
  looking: { text: 'Checking', tone: 'info' },
  ready: { text: 'Ready to import', tone: 'info' },
  running: { text: 'Importing', tone: 'warn' },
  done: { text: 'Imported', tone: 'ok' },
  undoing: { text: 'Undoing', tone: 'warn' },
  undone: { text: 'Undone', tone: 'neutral' },
  discarding: { text: 'Discarding', tone: 'neutral' },
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

export const importSentence = (one: Import): string => {
  const { kind, state, line_count, received, counts, brought, removed, kept } = one;
  const noun = nounOf[kind];
  if (state === 'receiving') return `${received.toLocaleString('en-US')} of ${counted(line_count, 'line')} uploaded.`;
  if (state === 'undone' || state === 'undoing')
    return `${counted(removed, noun)} undone${kept ? `, ${counted(kept, noun)} kept` : ''}.`;
  if (one.run_at) return `${counted(brought, noun)} imported from ${counted(line_count, 'line')}.`;
  const of = (count: number): string => count.toLocaleString('en-US');
  const duplicates = `${of(counts.known)} already in Stillwater, ${counted(counts.doubtful, 'possible duplicate')}`;
  return `${of(counts.new)} new, ${duplicates}, ${of(counts.refused)} can't be imported.`;
};

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
/** 'Nov 23, 2026'. */
export const dayOf = (instant: string): string => day.format(new Date(instant));

export interface ImportRun {
  signal: AbortSignal;
  onProgress: (so: Import) => void;
}

type SentLine = FileTable['lines'][number];

/** Characters of lines per call: at most four bytes each, and a call takes 512 kB. */
const maxCharacters = 120_000;

const nextLines = (lines: readonly SentLine[], kind: ImportKind): readonly SentLine[] => {
  const size = linesPerPart[kind];
  for (let count = linesPerCall[kind]; count > size; count -= size) {
    const some = lines.slice(0, count);
    if (JSON.stringify(some).length <= maxCharacters) return some;
  }
  return lines.slice(0, size);
};

/** Sends the file's missing lines, possible Social Security numbers masked. Sending again resumes. */
export const sendTable = async (
  call: Call,
  { id, kind, columns, received }: Import,
  table: FileTable,
  { signal, onProgress }: ImportRun,
): Promise<Import> => {
  const places = columns.map(({ field, heading }) => ({ field, at: table.headings.indexOf(heading) }));
  const sent = ({ line, values }: SentLine): SentLine => ({
    line,
    values: places.map(({ field, at }) => maskSsns(field, (values[at] ?? '').slice(0, maxValueLength))),
  });
  for (let after = received; ; ) {
    const lines = nextLines(table.lines.slice(after, after + linesPerCall[kind]).map(sent), kind);
    const body = { after, lines: [...lines] };
    const so = await withRetries(() => call(importEndpoints.send, { params: { id }, body }, { signal }), signal);
    signal.throwIfAborted();
    onProgress(so);
    after = so.received;
    if (after >= so.line_count) return so;
  }
};

const steps = {
  look: {
    more: ['receiving', 'looking'],
    ask: (call: Call, { id }: Import) => call(importEndpoints.look, { params: { id } }),
  },
  run: {
    more: ['ready', 'running'],
    ask: (call: Call, { id, bring_doubtful }: Import) =>
      call(importEndpoints.run, { params: { id }, body: { bring_doubtful } }),
  },
  undo: {
    more: ['done', 'running', 'undoing'],
    ask: (call: Call, { id }: Import) => call(importEndpoints.undo, { params: { id } }),
  },
} as const;
export type ImportStep = keyof typeof steps;

export const continueImport = async (
  call: Call,
  step: ImportStep,
  begun: Import,
  { signal, onProgress }: ImportRun,
): Promise<Import> => {
  const { more, ask } = steps[step];
  let so = begun;
  while ((more as readonly string[]).includes(so.state)) {
    const from = so;
    so = await withRetries(() => ask(call, from), signal);
    signal.throwIfAborted();
    onProgress(so);
  }
  return so;
};

const linesAsCsv = async (
  call: Call,
  { id }: Import,
  filter: LineFilter,
  headings: readonly string[],
  rowsOf: (line: ImportLine) => readonly (readonly string[])[],
): Promise<Blob> => {
  const parts = ['\uFEFF', csvLine(headings)];
  const { signal } = new AbortController();
  const ask = (after: string) =>
    call(importEndpoints.lines, { params: { id }, query: { ...filterOf(filter), after } }, { signal });
  for (let after: string | null = '0'; after !== null; ) {
    const from: string = after;
    const page: CallOutput<typeof importEndpoints.lines> = await withRetries(() => ask(from), signal);
    parts.push(...page.results.flatMap(rowsOf).map(csvLine));
    after = page.next_after;
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
};

/** Returns rejected lines with the reason, to be corrected and imported again. */
export const refusedLines = (call: Call, one: Import): Promise<Blob> => {
  const headings = ['Line', ...one.columns.map(({ field }) => labelOf(one.kind, field)), 'Reason'];
  return linesAsCsv(call, one, 'refused', headings, ({ line, values, why }) => [
    [String(line), ...values, why.join('; ')],
  ]);
};

/** Returns the values that no field accepts, with line and reason. */
export const leftOutValues = (call: Call, one: Import): Promise<Blob> =>
  linesAsCsv(call, one, 'with_notes', ['Line', 'Name', 'What was left out'], ({ line, name, notes }) =>
    notes.map((note) => [String(line), name, note]),
  );
