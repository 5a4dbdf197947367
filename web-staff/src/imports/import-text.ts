import type { Import, ImportLine } from '#domain/imports/import.schema.ts';
import type { Tone } from '../ui/chip.tsx';

/** What a file of each kind holds one of. */
export const nounOf = { customers: 'customer', cases: 'case' } as const;

/** '1,204 customers'. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;

export const stateWords: Record<Import['state'], { text: string; tone: Tone }> = {
  receiving: { text: 'Not all lines are here', tone: 'warn' },
  looking: { text: 'Being looked at', tone: 'info' },
  ready: { text: 'Ready to import', tone: 'info' },
  running: { text: 'Being imported', tone: 'warn' },
  done: { text: 'Imported', tone: 'ok' },
  undoing: { text: 'Being undone', tone: 'warn' },
  undone: { text: 'Undone', tone: 'neutral' },
  discarding: { text: 'Being discarded', tone: 'neutral' },
};

export const outcomeWords = {
  new: 'New',
  known: 'Already here',
  doubtful: 'Possible duplicate',
  refused: "Can't import",
} as const;
const outcomeTones = { new: 'ok', known: 'neutral', doubtful: 'warn', refused: 'danger' } as const;

/** What a line is, or what became of it. */
export const lineWords = ({ outcome, fate }: ImportLine): { text: string; tone: Tone } => {
  if (fate === 'brought') return { text: 'Imported', tone: 'ok' };
  if (fate === 'removed') return { text: 'Taken back', tone: 'neutral' };
  if (fate === 'kept') return { text: 'Kept', tone: 'warn' };
  return outcome ? { text: outcomeWords[outcome], tone: outcomeTones[outcome] } : { text: 'Waiting', tone: 'neutral' };
};

/** One sentence of what an import has done so far. */
export const importSentence = (one: Import): string => {
  const { kind, state, line_count, received, counts, brought, removed, kept } = one;
  const noun = nounOf[kind];
  if (state === 'receiving') return `${received.toLocaleString('en-US')} of ${counted(line_count, 'line')} have come.`;
  if (state === 'undone' || state === 'undoing')
    return `${counted(removed, noun)} taken back${kept ? `, ${counted(kept, noun)} kept` : ''}.`;
  if (one.run_at) return `${counted(brought, noun)} imported from ${counted(line_count, 'line')}.`;
  const of = (count: number): string => count.toLocaleString('en-US');
  const duplicates = `${of(counts.known)} already here, ${counted(counts.doubtful, 'possible duplicate')}`;
  return `${of(counts.new)} new, ${duplicates}, ${of(counts.refused)} can't be imported.`;
};

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
/** 'Nov 23, 2026'. */
export const dayOf = (instant: string): string => day.format(new Date(instant));
