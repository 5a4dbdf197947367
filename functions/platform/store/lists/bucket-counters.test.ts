import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '#functions/platform/store/table.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { long } from '#tests/support/test-length.ts';
import {
  BucketCounters,
  CountedView,
  compareKeys,
  countOfView,
  lowest,
  type Move,
  StaleProjectionError,
  type View,
} from './bucket-counters.ts';

const harness = await openHarness();
const { table } = harness;

const newView = (): View => ({ pk: `T#${randomUUID()}#L#things#at`, index: 'gsi1' });
const rowOf = ({ pk, index }: View, key: string): Item => ({
  ...{ pk: `${pk}#${key}`, sk: 'ROW' },
  ...{ [`${index}pk`]: pk, [`${index}sk`]: key },
});

const write = async (view: View, { add = [], remove = [] }: Partial<Record<'add' | 'remove', string[]>>, most = 40) => {
  const moves = [
    ...remove.map((key): Move => ({ view, key, by: -1 })),
    ...add.map((key): Move => ({ view, key, by: 1 })),
  ];
  for (;;) {
    const counters = new BucketCounters(table, most);
    await counters.load(moves);
    try {
      await table.transact([
        ...remove.map((key) => ({ delete: { pk: `${view.pk}#${key}`, sk: 'ROW' } })),
        ...add.map((key) => ({ put: rowOf(view, key) })),
        ...counters.writes(moves),
      ]);
      return;
    } catch (error) {
      if (!(error instanceof StaleProjectionError)) throw error;
    }
  }
};

const bucketsOf = async ({ pk }: View) =>
  (await table.query({ pk })).map(({ sk, hi, n }) => ({ sk, hi, n: Number(n) }));

/** Expects every bucket to count exactly its rows, and each row at its position. */
const expectExact = async (view: View, keys: Iterable<string>): Promise<void> => {
  const sorted = [...keys].sort(compareKeys);
  const buckets = await bucketsOf(view);
  for (const [at, { sk, hi, n }] of buckets.entries()) {
    expect(hi).toBe(buckets[at + 1]?.sk);
    const isIn = (key: string) => compareKeys(key, sk) >= 0 && (hi === undefined || compareKeys(key, String(hi)) < 0);
    expect(n).toBe(sorted.filter(isIn).length);
  }
  expect(await countOfView(table, view.pk)).toBe(sorted.length);
  const counted = await CountedView.open(table, view);
  for (const nth of [0, sorted.length >> 2, sorted.length >> 1, sorted.length - 1].filter((at) => sorted[at])) {
    const { sk, before } = counted.placeOf(nth);
    const [found] = (await table.query({ ...view, between: [sk, '\u{10FFFF}'], limit: before + 1 })).slice(before);
    expect(found?.[`${view.index}sk`]).toBe(sorted[nth]);
    expect(await counted.rank(sorted[nth] ?? '')).toBe(nth);
  }
};

describe('bucket counters', { timeout: 120_000 }, () => {
  it('stay exact under eight writers that add, move and remove rows', async () => {
    const letters = ['a', 'b', 'é', 'ｆ', '😀', '~'];
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 - 2 }), async (seed) => {
        let state = seed;
        const draw = (below: number): number => {
          state = (state * 48_271) % (2 ** 31 - 1);
          return state % below;
        };
        const text = () => Array.from({ length: 1 + draw(8) }, () => letters[draw(letters.length)]).join('');
        const view = newView();
        const all = new Set<string>();
        await Promise.all(
          Array.from({ length: 8 }, async (_, writer) => {
            const own: string[] = [];
            for (let n = 0; n < 50; n++) {
              const [moves, removes] = [own.length > 0 && draw(5) === 0, own.length > 0 && draw(5) === 0];
              const [old, next] = [moves || removes ? own.shift() : undefined, `${text()}#${writer}.${n}`];
              await write(view, { add: removes ? [] : [next], remove: old ? [old] : [] });
              if (old) all.delete(old);
              if (removes) continue;
              all.add(next);
              own.push(next);
            }
          }),
        );
        // A split yields to other writers and to an index that lags, so one of the next writes splits.
        for (let n = 0; n === 0 || (n < 10 && (await bucketsOf(view)).length === 1); n++) {
          await write(view, { add: [`calm ${n}`] });
          all.add(`calm ${n}`);
        }
        await expectExact(view, all);
        expect((await bucketsOf(view)).length).toBeGreaterThan(1);
      }),
      { numRuns: long ? 20 : 1, endOnFailure: true },
    );
  });

  const numbered = (from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, n) => String(from + n).padStart(6, '0'));

  it('split a bucket that grew quickly into as many as needed', async () => {
    const view = newView();
    for (let at = 0; at < 300; at += 50) await write(view, { add: numbered(at, at + 50) }, 1_000);
    expect(await bucketsOf(view)).toHaveLength(1);
    for (let n = 0; (await bucketsOf(view)).length === 1; n++) await write(view, { add: [`${300 + n}`] });
    expect((await bucketsOf(view)).length).toBeGreaterThanOrEqual(8);
    expect(Math.max(...(await bucketsOf(view)).map(({ n }) => n))).toBeLessThanOrEqual(40);
  });

  it('keep a bucket whole while the index lags behind the table', async () => {
    const view = newView();
    await write(view, { add: numbered(0, 50) });
    // The index still omits one row and lists one that moved to another view.
    const hidden = rowOf(view, '000007');
    await table.transact([{ put: { pk: hidden.pk, sk: hidden.sk } }]);
    await write(view, { add: ['a'] });
    expect(await bucketsOf(view)).toMatchObject([{ sk: lowest, n: 51 }]);
    await table.transact([{ put: hidden }]);
    await write(view, { add: ['b'] });
    await expectExact(view, [...numbered(0, 50), 'a', 'b']);
    expect((await bucketsOf(view)).length).toBeGreaterThan(1);
  });

  it('reject a write whose bucket was split until it is loaded again', async () => {
    const view = newView();
    await write(view, { add: numbered(0, 41) });
    const late = new BucketCounters(table, 1_000);
    const moves: Move[] = [{ view, key: '000045', by: 1 }];
    await late.load(moves);
    await write(view, { add: ['000041'] });
    await expect(table.transact(late.writes(moves))).rejects.toThrow(StaleProjectionError);
    late.forget();
    await late.load(moves);
    await table.transact([{ put: rowOf(view, '000045') }, ...late.writes(moves)]);
    await expectExact(view, [...numbered(0, 42), '000045']);
  });
});
