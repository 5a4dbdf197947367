import { ContendedError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import type { Key, Table, Write } from './table.ts';

/** Returns the next number of a yearly sequence and the write that takes it, so that none is skipped or used twice. */
export const nextInSequence = async (table: Table, key: Key): Promise<{ sequence: number; counted: Write }> => {
  const last = Number((await table.get(key))?.last ?? 0);
  return {
    sequence: last + 1,
    counted: {
      update: key,
      set: { last: last + 1 },
      when: last === 0 ? 'absent' : { equals: { last } },
      refused: () => new ContendedError(),
    },
  };
};
