import type { Call } from '../shared/contract/client.ts';
import type { CallInput, CallOutput } from '../shared/contract/endpoint.ts';
import { withRetries } from '../shared/contract/every-page.ts';
import type { ImportKind } from './column-labels.ts';
import type { FileTable } from './file-table.ts';
import { importEndpoints } from './import.endpoints.ts';
import { type Import, type ImportLine, linesPerCall, linesPerPart, maxValueLength } from './import.schema.ts';
import { maskSsns } from './sanitize-line.ts';

export const nounOf = { customers: 'customer', cases: 'case' } as const;

/** '1,204 customers'. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;

export const stateLabels: Record<Import['state'], string> = {
  receiving: 'Upload incomplete',
  looking: 'Checking',
  ready: 'Ready to import',
  running: 'Importing',
  done: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  discarding: 'Discarding',
};

export const importSentence = (importRecord: Import): string => {
  const { kind, state, line_count, received, counts, brought, removed, kept } = importRecord;
  const noun = nounOf[kind];
  if (state === 'receiving') return `${received.toLocaleString('en-US')} of ${counted(line_count, 'line')} uploaded.`;
  if (state === 'undone' || state === 'undoing')
    return `${counted(removed, noun)} undone${kept ? `, ${counted(kept, noun)} kept` : ''}.`;
  if (importRecord.run_at) return `${counted(brought, noun)} imported from ${counted(line_count, 'line')}.`;
  const of = (count: number): string => count.toLocaleString('en-US');
  const duplicates = `${of(counts.known)} already in Stillwater, ${counted(counts.doubtful, 'possible duplicate')}`;
  return `${of(counts.new)} new, ${duplicates}, ${of(counts.refused)} can't be imported.`;
};

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

/** Yields the lines of an import, of those that `filter` selects. */
export async function* linesOf(
  call: Call,
  { id }: Import,
  filter: Omit<NonNullable<CallInput<typeof importEndpoints.lines>['query']>, 'after'>,
): AsyncGenerator<ImportLine> {
  const { signal } = new AbortController();
  for (let after: string | null = '0'; after !== null; ) {
    const query = { ...filter, after };
    const page: CallOutput<typeof importEndpoints.lines> = await withRetries(
      () => call(importEndpoints.lines, { params: { id }, query }),
      signal,
    );
    yield* page.results;
    after = page.next_after;
  }
}
