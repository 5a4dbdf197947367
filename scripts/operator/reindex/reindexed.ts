import type { Reindexed } from '#functions/workers/projector/reindex.ts';

/** What a reindex did, in a sentence; throws one where it left something. */
export const reindexedIn = ({ records, leftovers, sums, left }: Reindexed): string => {
  const done = `\r${records} records are reindexed; ${leftovers} leftovers of earlier releases were removed, ${sums} sums put right.`;
  if (left.length === 0) return done;
  throw new Error(
    [
      `${done} These were written all the while and are left as they were: reindex once more when fewer people work.`,
      ...left,
    ].join('\n'),
  );
};
