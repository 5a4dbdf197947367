import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { keysOf } from './keys.ts';
import { withLock } from './locks.ts';
import { retryOnConflict, WriteConflict } from './retry-on-conflict.ts';

const key = keysOf('0190a000-0000-7000-8000-000000000009').lock('test');

describe('a lock', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness({ chaos: { seed: 'locks' } });
  });
  afterAll(() => harness.close());

  it('lets one in at a time, and all of them in the end', async () => {
    let inside = 0;
    let most = 0;
    const done = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        withLock(harness.table, key, async () => {
          most = Math.max(most, ++inside);
          await wait(5);
          inside--;
          return n;
        }),
      ),
    );
    expect([most, done]).toEqual([1, Array.from({ length: 12 }, (_, n) => n)]);
    expect(await harness.calmTable.get(key)).toBeUndefined();
  }, 15_000);

  it('is released when the work fails', async () => {
    await expect(withLock(harness.table, key, () => Promise.reject(new Error('spoiled')))).rejects.toThrow('spoiled');
    expect(await withLock(harness.table, key, async () => 'next')).toBe('next');
  });

  it('passes over a holder that died, and does not release the lock of the next', async () => {
    const now = Math.floor(Date.now() / 1000);
    await harness.table.transact([{ put: { ...key, holder: 'dead', expires_at: now - 1 } }]);
    await withLock(harness.table, key, async () => {
      await harness.table.transact([{ put: { ...key, holder: 'somebody else', expires_at: now + 60 } }]);
    });
    expect(await harness.table.get(key)).toMatchObject({ holder: 'somebody else' });
  });

  it('stops waiting after its time, since nothing depends on it', async () => {
    const soon = Math.floor(Date.now() / 1000) + 60;
    await harness.table.transact([{ put: { ...key, holder: 'a long one', expires_at: soon } }]);
    expect(await withLock(harness.table, key, async () => 'done anyway', 200)).toBe('done anyway');
    expect(await harness.table.get(key)).toMatchObject({ holder: 'a long one' });
  });
});

describe('retrying on a conflict', () => {
  it('reads and works again when the record has changed, and counts the tries', async () => {
    let reads = 0;
    const seen: number[][] = [];
    const answer = await retryOnConflict(
      async () => ++reads,
      async (current, tries) => {
        seen.push([current, tries]);
        if (current < 3) throw new WriteConflict();
        return current;
      },
    );
    expect([answer, seen]).toEqual([
      3,
      [
        [1, 1],
        [2, 2],
        [3, 3],
      ],
    ]);
  });

  it('passes every other error on at once', async () => {
    let reads = 0;
    const fail = () => Promise.reject(new Error('no'));
    await expect(retryOnConflict(async () => ++reads, fail)).rejects.toThrow('no');
    expect(reads).toBe(1);
  });
});
