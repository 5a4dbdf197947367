import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '#domain/contract/errors.ts';
import { retryOnConflict, WriteConflict } from '#functions/store/commits/retry-on-conflict.ts';
import { keysOf } from '#functions/store/keys.ts';
import { Table } from '#functions/store/table.ts';
import { withDeadline } from '#functions/store/time-left.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { long } from '#tests/support/length.ts';
import { locks, withLock, withPreparedLock } from './locks.ts';

const organizationId = '0190a000-0000-7000-8000-000000000009';
const key = keysOf(organizationId).lock('test');

describe('a lock', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness({ chaos: { seed: 'locks' } });
  });
  afterAll(() => harness.close());
  const line = async (): Promise<unknown[]> => (await harness.calmTable.query({ pk: key.pk })).map(({ sk }) => sk);
  /** Somebody who takes a place and is not heard of again. */
  const queued = async (agoMs = 500, process = 'another') => {
    const place = { pk: key.pk, sk: `${key.sk}${uuid({ msecs: Date.now() - agoMs })}#${process}` };
    await harness.calmTable.transact([{ put: place }]);
    return place;
  };

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
    expect(await line()).toEqual([]);
  }, 15_000);

  it('is released when the work fails', async () => {
    await expect(withLock(harness.table, key, () => Promise.reject(new Error('spoiled')))).rejects.toThrow('spoiled');
    expect(await withLock(harness.table, key, async () => 'next')).toBe('next');
  });

  it('serves processes in the order in which they came', async () => {
    const served: number[] = [];
    const taken = await queued();
    const waiting: Promise<void>[] = [];
    for (let n = 0; n < 4; n++) {
      const process = new Table(harness.client, harness.tableName);
      waiting.push(withLock(process, key, async () => void served.push(n)));
      while ((await line()).length < n + 2) await wait(1);
    }
    await harness.calmTable.transact([{ delete: taken }]);
    await Promise.all(waiting);
    expect(served).toEqual([0, 1, 2, 3]);
  });

  it('has two places at most for a process, of who works and who is next, behind those of others who came meanwhile', async () => {
    const served: string[] = [];
    const another = new Table(harness.client, harness.tableName);
    const taken = await queued();
    const visit = (table: Table, name: string): Promise<void> =>
      withLock(table, key, async () => {
        expect((await line()).length).toBeLessThanOrEqual(3);
        served.push(name);
      });
    const first = visit(harness.calmTable, 'first');
    const second = visit(harness.calmTable, 'second');
    while ((await line()).length < 2) await wait(1);
    const other = visit(another, 'other');
    while ((await line()).length < 3) await wait(1);
    await harness.calmTable.transact([{ delete: taken }]);
    await Promise.all([first, second, other]);
    expect(served).toEqual(['first', 'other', 'second']);
    expect(await line()).toEqual([]);
  }, 15_000);

  it('passes over a process that died, with all who waited in it, and clears their places away', async () => {
    for (const ago of [300, 200, 100]) await queued(ago);
    const began = Date.now();
    expect(await withLock(harness.calmTable, key, async () => 'done')).toBe('done');
    expect(Date.now() - began).toBeGreaterThan(2_900);
    expect(await line()).toEqual([]);
  });

  // It waits for seconds, and how long is what it is about.
  it.runIf(long)(
    'waits less for each who died with another one',
    async () => {
      for (const ago of [400, 300, 200]) await queued(ago, `dead ${ago}`);
      const began = Date.now();
      expect(await withLock(harness.calmTable, key, async () => 'done')).toBe('done');
      expect(Date.now() - began).toBeGreaterThan(4_900);
      expect(Date.now() - began).toBeLessThan(8_000);
      expect(await line()).toEqual([]);
    },
    15_000,
  );

  // It waits for seconds, and how long is what it is about.
  it.runIf(long)('waits for nobody who came before any call that still runs', async () => {
    for (const ago of [10, 9, 8]) await queued(ago * 60_000, `dead ${ago}`);
    const began = Date.now();
    expect(await withLock(harness.calmTable, key, async () => 'done')).toBe('done');
    expect(Date.now() - began).toBeLessThan(2_900);
    expect(await line()).toEqual([]);
  });

  // It waits for seconds, and how long is what it is about.
  it.runIf(long)(
    'waits for the dead once for all of a process, and clears them away',
    async () => {
      await queued();
      const began = Date.now();
      await Promise.all(Array.from({ length: 4 }, () => withLock(harness.calmTable, key, async () => 'done')));
      expect(Date.now() - began).toBeLessThan(5_500);
      expect(await line()).toEqual([]);
    },
    15_000,
  );

  // It waits for seconds, and how long is what it is about.
  it.runIf(long)('clears away what its own process could not give up, and does not wait for it', async () => {
    const leaving = vi.spyOn(harness.calmTable, 'delete');
    await withLock(harness.calmTable, key, async () => {
      leaving.mockRejectedValueOnce(new Error('no time left'));
    });
    leaving.mockRestore();
    expect(await line()).toHaveLength(1);
    const began = Date.now();
    expect(await withLock(harness.calmTable, key, async () => 'done')).toBe('done');
    expect(Date.now() - began).toBeLessThan(2_900);
    expect(await line()).toEqual([]);
  });

  it('lets processes come in turn, and those of each in their order', async () => {
    const served: string[] = [];
    let inside = 0;
    // Where putting a place behind the others may have to be tried again, somebody may come ahead of one who has begun.
    const another = new Table(harness.client, harness.tableName);
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        withLock(n % 2 ? harness.calmTable : another, key, async () => {
          expect(++inside).toBe(1);
          served.push(`${n % 2}.${n}`);
          await wait(2);
          inside--;
        }),
      ),
    );
    const of = (one: string) => served.filter((name) => name.startsWith(one));
    expect(of('1')).toEqual(['1.1', '1.3', '1.5', '1.7', '1.9', '1.11']);
    expect(of('0')).toHaveLength(6);
  }, 15_000);

  it('has what is to be read read when the one before has left, by who is next alone', async () => {
    const taken = await queued();
    const record = { pk: 'T#locks#record', sk: 'X' };
    await harness.calmTable.put({ ...record, stands: 'before' });
    let reads = 0;
    // By the call that asks for the place, as whatever else is read at that moment.
    const visit = (table: Table) =>
      withPreparedLock(
        table,
        key,
        () => {
          reads++;
          return table.get(record);
        },
        async (was) => was?.stands,
      );
    const next = visit(harness.calmTable);
    while (reads < 3) await wait(1);
    const other = visit(new Table(harness.client, harness.tableName));
    while ((await line()).length < 3) await wait(1);
    await harness.calmTable.transact([{ put: { ...record, stands: 'after' } }, { delete: taken }]);
    expect(await Promise.all([next, other])).toEqual(['after', 'after']);
    await expect(
      withPreparedLock(
        harness.calmTable,
        key,
        () => Promise.reject(new Error('gone')),
        async () => undefined,
      ),
    ).rejects.toThrow('gone');
    expect(await line()).toEqual([]);
  });

  it('goes on when what is read has changed: who is ahead is done, and only leaves yet', async () => {
    const leaving = await queued();
    let [stands, reads] = ['before', 0];
    const read = async () => {
      reads++;
      return stands;
    };
    const next = withPreparedLock(harness.calmTable, key, read, async (was) => was);
    while (reads < 2) await wait(1);
    stands = 'after';
    expect(await next).toBe('after');
    expect(await line()).toEqual([leaving.sk]);
    await harness.calmTable.transact([{ delete: leaving }]);
  });

  it.each([
    ['lets begin anew what was refused of a state that is over', 'conflict', 'after', WriteConflict],
    ['passes on what was refused of a state that stands', 'conflict', 'before', 'voided already'],
    ['does not let begin anew what may have been carried out', 'unavailable', 'after', 'voided already'],
  ] as const)('%s', async (_, kind, later, error) => {
    const taken = await queued();
    let [state, reads] = ['before', 0];
    const judged = withPreparedLock(
      harness.calmTable,
      key,
      async () => {
        const order = reads++ % 2 ? ['a', 'b'] : ['b', 'a'];
        return { state, counted: () => state, map: Object.fromEntries(order.map((name) => [name, name])) };
      },
      async () => {
        state = later;
        throw new AppError(kind, { detail: 'This payment was voided already.' });
      },
    );
    judged.catch(() => undefined);
    while (reads === 0) await wait(1);
    await harness.calmTable.transact([{ delete: taken }]);
    await expect(judged).rejects.toThrow(error);
    expect(await line()).toEqual([]);
  });

  it('runs at once what finds nobody, and nothing while another of the process does the same or somebody waits', async () => {
    const { ifFree } = locks.in(new Table(harness.client, harness.tableName), keysOf(organizationId));
    const alone = ifFree('test', async () => {
      expect(await ifFree('test', async () => 'second')).toBeUndefined();
      return 'first';
    });
    expect(await alone).toEqual({ answer: 'first' });
    const other = await queued();
    expect(await ifFree('test', async () => 'third')).toBeUndefined();
    await harness.calmTable.transact([{ delete: other }]);
    expect(await ifFree('test', async () => 'fourth')).toEqual({ answer: 'fourth' });
    await expect(ifFree('test', () => Promise.reject(new Error('spoiled')))).rejects.toThrow('spoiled');
    expect(await ifFree('test', async () => 'fifth')).toEqual({ answer: 'fifth' });
  });

  it('gets into line at once where others were ahead of it last, until nobody is', async () => {
    const process = new Table(harness.client, harness.tableName);
    const { ifFree, withLock: inLine } = locks.in(process, keysOf(organizationId));
    const other = await queued();
    const looks = vi.spyOn(process, 'query');
    const waiting = inLine('test', async () => 'waited');
    await vi.waitFor(() => expect(looks.mock.settledResults[0]?.type).toBe('fulfilled'), { timeout: 60_000 });
    await harness.calmTable.transact([{ delete: other }]);
    expect(await waiting).toBe('waited');
    expect(await line()).toEqual([]);
    expect(await ifFree('test', async () => 'at once')).toBeUndefined();
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5_001);
    expect(await ifFree('test', async () => 'later')).toEqual({ answer: 'later' });
    later.mockRestore();
    expect(await inLine('test', async () => 'nobody')).toBe('nobody');
    expect(await ifFree('test', async () => 'at once')).toEqual({ answer: 'at once' });
  });

  // It waits for seconds, and how long is what it is about.
  it.runIf(long)(
    'answers within the deadline of its own call, also who comes behind others of its process',
    async () => {
      // Three that died, each a process of its own: nine seconds.
      const places = await Promise.all([300, 200, 100].map((ago) => queued(ago, `dead ${ago}`)));
      const first = withLock(harness.calmTable, key, async () => 'first');
      const deadline = Date.now() + 6_500;
      expect(await withDeadline(deadline, () => withLock(harness.calmTable, key, async () => 'last'))).toBe('last');
      expect(Date.now()).toBeLessThan(deadline);
      await harness.calmTable.transact(places.map((place) => ({ delete: place })));
      expect(await first).toBe('first');
      await vi.waitFor(async () => expect(await line()).toEqual([]));
    },
    20_000,
  );

  it('stops waiting after its time, since nothing depends on it, and leaves the others where they are', async () => {
    const other = await queued();
    expect(await withLock(harness.table, key, async () => 'done anyway', 200)).toBe('done anyway');
    expect(await line()).toEqual([other.sk]);
    await harness.calmTable.transact([{ delete: other }]);
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
