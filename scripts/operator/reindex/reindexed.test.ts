import { expect, it } from 'vitest';
import { reindexedIn } from './reindexed.ts';

const done = { records: 12, leftovers: 1, sums: 2, left: [] };

it('says what a reindex did, and fails with the sums that it left', () => {
  expect(reindexedIn(done)).toBe(
    '\r12 records are reindexed; 1 leftovers of earlier releases were removed, 2 sums put right.',
  );
  const left = ['T#o#SUM#work#h A##opened', 'T#o#SUM#money#h A##money'];
  expect(() => reindexedIn({ ...done, left })).toThrow(
    /2 sums put right\. .* reindex once more .*\nT#o#SUM#work#h A##opened\nT#o#SUM#money#h A##money$/,
  );
});
