import { v5 } from 'uuid';
import type { ImportRecord, StoredLine } from '#functions/imports/repository.ts';
import type { Write } from '#functions/platform/store/table.ts';

/** The id of the record that a line of an import becomes: the same one, however often it is worked out. */
export const importedId = (importId: string, line: number): string => v5(String(line), importId);

/** Noon in London is the same day in all of the United States. */
export const createdAt = (day: string, now: Date): Date => {
  const noon = new Date(`${day}T12:00:00Z`);
  return noon < now ? noon : now;
};

/** Whether the run of an import makes a record of a line, by the outcome that the preview gave it. */
export const isImported = ({ outcome, fate }: StoredLine, { bring_doubtful }: ImportRecord): boolean =>
  fate === 'waiting' && (outcome === 'new' || (outcome === 'doubtful' && bring_doubtful));

/** What running one part comes to, ready to be written. */
export interface BatchRun {
  writes: (Write | readonly Write[])[];
  /** The lines that became records (fate `brought`); all others of the part are left out (fate `left`). */
  imported: readonly StoredLine[];
  /** Why a line is left out that was to become a record, by its number. */
  whyLeft?: ReadonlyMap<number, string>;
}

/** What undoing one part comes to, ready to be written. */
export interface BatchUndo {
  writes: (Write | readonly Write[])[];
  /** Why a record stays (fate `kept`), by the number of its line; all others are removed (fate `removed`). */
  kept: ReadonlyMap<number, string>;
}
