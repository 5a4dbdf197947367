import { v5 } from 'uuid';
import type { ImportRecord, StoredLine } from '#functions/records/imports.ts';
import type { Write } from '#functions/store/table.ts';

/** The id of the record that a line of an import becomes: the same one, however often it is worked out. */
export const importedId = (importId: string, line: number): string => v5(String(line), importId);

/** Noon in London is the same day in all of the United States. */
export const createdAt = (day: string, now: Date): Date => {
  const noon = new Date(`${day}T12:00:00Z`);
  return noon < now ? noon : now;
};

/** Whether a line that was looked at is to be brought in. */
export const comesIn = ({ outcome, fate }: StoredLine, { bring_doubtful }: ImportRecord): boolean =>
  fate === 'waiting' && (outcome === 'new' || (outcome === 'doubtful' && bring_doubtful));

/** What a part of an import brings, ready to be written. */
export interface Brought {
  writes: (Write | readonly Write[])[];
  /** The lines that are brought in; others of the part are left out. */
  brought: readonly StoredLine[];
  /** Why a line is left out that was to come, by its number. */
  leftWhy?: ReadonlyMap<number, string>;
}

/** What undoing takes back of a part. */
export interface TakenBack {
  writes: (Write | readonly Write[])[];
  /** Why a record stays, by the number of its line. */
  kept: ReadonlyMap<number, string>;
}
