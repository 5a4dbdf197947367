import type { Call } from '#domain/contract/client.ts';
import type { CallOutput } from '#domain/contract/endpoint.ts';
import { labelOf } from '#domain/imports/column-labels.ts';
import type { ImportKind } from '#domain/imports/column-names.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { type Import, linesPerCall, linesPerPart, longestValue } from '#domain/imports/import.schema.ts';
import { withoutNumbers } from '#domain/imports/line-values.ts';
import { csvLine } from '#domain/values/csv.ts';
import { persistently } from '../../api/every-page.ts';
import type { FileTable } from './file-table.ts';

/** How work on an import tells how far it is, and learns that somebody has left. */
export interface ImportRun {
  signal: AbortSignal;
  onProgress: (so: Import) => void;
}

type SentLine = FileTable['lines'][number];

/** So many characters of lines go with one call: four bytes each at most, and a call takes 512 kB. */
const mostCharacters = 120_000;

/** The next lines to be sent: whole parts, as many as one call takes. */
const nextLines = (lines: readonly SentLine[], kind: ImportKind): readonly SentLine[] => {
  const size = linesPerPart[kind];
  for (let count = linesPerCall[kind]; count > size; count -= size) {
    const some = lines.slice(0, count);
    if (JSON.stringify(some).length <= mostCharacters) return some;
  }
  return lines.slice(0, size);
};

/**
 * Sends what has not come of a file's matched columns, and nothing else of it; what looks like a Social Security number
 * is hidden before. Throws the signal's reason when somebody leaves: sent again, it goes on where it was.
 */
export const sendTable = async (
  call: Call,
  { id, kind, columns, received }: Import,
  table: FileTable,
  { signal, onProgress }: ImportRun,
): Promise<Import> => {
  const places = columns.map(({ field, heading }) => ({ field, at: table.headings.indexOf(heading) }));
  const sent = ({ line, values }: SentLine): SentLine => ({
    line,
    values: places.map(({ field, at }) => withoutNumbers(field, (values[at] ?? '').slice(0, longestValue))),
  });
  for (let after = received; ; ) {
    const lines = nextLines(table.lines.slice(after, after + linesPerCall[kind]).map(sent), kind);
    const body = { after, lines: [...lines] };
    const so = await persistently(() => call(importEndpoints.send, { params: { id }, body }, { signal }), signal);
    signal.throwIfAborted();
    onProgress(so);
    after = so.received;
    if (after >= so.line_count) return so;
  }
};

/** What an import can go on with, and the states in which it has more to do. */
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

/** Goes on with an import call by call until there is no more to do. What fails in passing is tried again. */
export const goOnWith = async (
  call: Call,
  step: ImportStep,
  begun: Import,
  { signal, onProgress }: ImportRun,
): Promise<Import> => {
  const { more, ask } = steps[step];
  let so = begun;
  while ((more as readonly string[]).includes(so.state)) {
    const from = so;
    so = await persistently(() => ask(call, from), signal);
    signal.throwIfAborted();
    onProgress(so);
  }
  return so;
};

/** The refused lines as CSV, with why: to be put right and brought along again. */
export const refusedLines = async (call: Call, { id, kind, columns }: Import, signal: AbortSignal): Promise<Blob> => {
  const headings = ['Line', ...columns.map(({ field }) => labelOf(kind, field)), 'Why it was refused'];
  const parts = ['\uFEFF', csvLine(headings)];
  const ask = (after: string) =>
    call(importEndpoints.lines, { params: { id }, query: { outcome: 'refused', after } }, { signal });
  for (let after: string | null = '0'; after !== null; ) {
    const from: string = after;
    const page: CallOutput<typeof importEndpoints.lines> = await persistently(() => ask(from), signal);
    for (const { line, values, why } of page.results) parts.push(csvLine([String(line), ...values, why.join('; ')]));
    after = page.next_after;
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
};
