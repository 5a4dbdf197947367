import { WriteConflict } from '#functions/store/retry-on-conflict.ts';
import type { Key, Table, Write } from '#functions/store/table.ts';

/** A place in a sequence that starts anew every year, and the write that takes it. */
interface Place {
  sequence: number;
  counted: Write;
}

/** The place after the last one that was taken, 0 where none was. */
export const placeAfter = (last: number, key: Key): Place => ({
  sequence: last + 1,
  counted: {
    update: key,
    set: { last: last + 1 },
    when: last === 0 ? 'absent' : { equals: { last } },
    refused: () => new WriteConflict(),
  },
});

/**
 * The next place in a sequence. Reading takes nothing: the number commits with what it is given to, so that none is left out
 * or given twice.
 */
export const nextInSequence = async (table: Table, key: Key): Promise<Place> =>
  placeAfter(Number((await table.get(key))?.last ?? 0), key);
