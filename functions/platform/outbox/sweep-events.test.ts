import { randomUUID } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keysOf, sharedKeys, unsentShards } from '#functions/platform/store/keys.ts';
import { effect } from '#functions/platform/store/partners/effects.ts';
import type { Key, Write } from '#functions/platform/store/table.ts';
import {
  countParkedEvents,
  markSent,
  outboxWrite,
  pendingEvent,
  unsentRows,
} from '#functions/platform/store/transactions/outbox.ts';
import { busInMemory } from '#tests/support/engines/bus-in-memory.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { sweepEvents } from './outbox.ts';

const minutes = 60_000;
const hours = 60 * minutes;
const began = Date.parse('2026-03-01T10:00:00.000Z');
const logger = new Logger({ serviceName: 'test', logLevel: 'SILENT' });

const harness = await openHarness();

describe('sweeper of outbox events', { timeout: 30_000 }, () => {
  const organization = randomUUID();
  let published: string[];
  let refuses: (id: string) => boolean;
  let now: number;
  let dependencies: () => Parameters<typeof sweepEvents>[0];
  let sweep: () => Promise<{ published: number; overdue: number }>;

  beforeEach(() => {
    published = [];
    refuses = () => false;
    now = began;
    const bus = busInMemory(({ id }) => {
      if (refuses(id)) throw new Error('no room');
      published.push(id);
    });
    dependencies = () => ({
      table: harness.table,
      bus: bus.client,
      busName: 'stillwater',
      logger,
      now: () => new Date(now),
    });
    sweep = sweepEvents(dependencies());
  });
  // Each test starts with an empty outbox.
  afterEach(async () => {
    vi.restoreAllMocks();
    refuses = () => false;
    now = began + 48 * hours;
    await sweep();
  });

  const eventAt = (at: number, aggregate: string = randomUUID()): Write =>
    outboxWrite(keysOf(organization), organization, { now: new Date(at), requestId: 'request' }, [
      pendingEvent('submission.updated', aggregate, { submission_id: randomUUID() }),
    ]);
  const idOf = (write: Write): string => ('put' in write ? ((write.put.events as { id: string }[])[0]?.id ?? '') : '');
  const unsentKeys = async (): Promise<Key[]> => {
    const keys: Key[] = [];
    for (let shard = 0; shard < unsentShards; shard++) {
      const rows = await unsentRows(harness.table, shard, { before: new Date(began + hours), limit: 1000 });
      keys.push(...rows.map(({ key }) => key));
    }
    return keys;
  };
  /** Commits events, one per millisecond, and returns their ids. */
  const commitAll = async (count: number): Promise<string[]> => {
    const writes = Array.from({ length: count }, (_, n) => eventAt(began + n));
    for (let at = 0; at < count; at += 100) await harness.table.transact(writes.slice(at, at + 100));
    return writes.map(idOf);
  };

  it('R-21 waits five minutes, then publishes each unpublished event once', async () => {
    const ids = await commitAll(30);
    now = began + 4 * minutes;
    expect(await sweep()).toMatchObject({ published: 0 });
    const [relayed, ...others] = await unsentKeys();
    await markSent(harness.table, relayed ? [relayed] : [], new Date(began));
    now = began + 5 * minutes + 1000;
    expect(await sweep()).toMatchObject({ published: 29 });
    expect(new Set(published).size).toBe(others.length);
    expect(ids).toEqual(expect.arrayContaining(published));
    expect(await sweep()).toMatchObject({ published: 0 });
  });

  it('R-21 publishes all events after 25 hours without a stream, with effects once', async () => {
    // More than a page of one shard.
    const aggregate = randomUUID();
    const writes = Array.from({ length: 130 }, (_, n) => eventAt(began + n, n % 8 ? aggregate : undefined));
    for (let at = 0; at < writes.length; at += 100) await harness.table.transact(writes.slice(at, at + 100));
    now = began + 25 * hours;
    expect(await sweep()).toMatchObject({ published: 130 });
    expect(published.toSorted()).toEqual(writes.map(idOf).toSorted());

    // The stream comes back and delivers some of them again.
    let effects = 0;
    const again = published.slice(0, 5);
    for (const eventId of [...again, ...again]) {
      const clocked = { table: harness.table, now: () => new Date(now), leaseSeconds: 30 };
      const id = { organizationId: organization, eventId, name: 'test', partner: 'test' };
      await effect(clocked, { kind: 'vouched', ...id, act: async () => void effects++ });
    }
    expect(effects).toBe(5);
  });

  it('R-07 skips an item that is no event, and one that the bus rejects', async () => {
    const poison = {
      ...keysOf(organization).outbox('poison', 'poison'),
      gsi1pk: sharedKeys.unsentEvents(0),
      gsi1sk: `${new Date(began - 1).toISOString()}#poison`,
      name: 'submission.updated',
    };
    const aggregate = randomUUID();
    const writes = [eventAt(began, aggregate), eventAt(began + 1, aggregate), eventAt(began + 2)];
    await harness.table.transact([{ put: poison }, ...writes]);
    const [refused, behind, other] = writes.map(idOf);
    refuses = (id) => id === refused;
    now = began + hours;
    expect(await sweep()).toMatchObject({ published: 1 });
    expect(published).toEqual([other]);

    refuses = () => false;
    expect(await sweep()).toMatchObject({ published: 2 });
    expect(published).toEqual([other, refused, behind]);
  });

  it('R-07 sets more than a page of unreadable items aside once and keeps counting them', async () => {
    const before = await countParkedEvents(harness.table, 1000);
    const aggregate = randomUUID();
    const probe = eventAt(began, aggregate);
    const shard = 'put' in probe ? String(probe.put.gsi1pk) : '';
    const poison = Array.from({ length: 120 }, (_, n) => ({
      put: {
        ...keysOf(organization).outbox('poison', String(n)),
        gsi1pk: shard,
        gsi1sk: `${new Date(began - 1000 + n).toISOString()}#poison`,
      },
    }));
    for (let at = 0; at < poison.length; at += 100) await harness.table.transact(poison.slice(at, at + 100));
    const writes = Array.from({ length: 3 }, (_, n) => eventAt(began + n, aggregate));
    await harness.table.transact(writes);
    now = began + hours;
    expect(await sweep()).toEqual({ published: 3, overdue: 123 });
    expect(published).toEqual(writes.map(idOf));
    expect((await countParkedEvents(harness.table, 1000)) - before).toBe(120);
    expect(await sweep()).toEqual({ published: 0, overdue: 0 });
  });

  describe("sweeper's health record", () => {
    const storedHealth = async () => harness.table.get(sharedKeys.health);

    it('shows that nothing waits, or how long the oldest event waited', async () => {
      await sweep();
      expect(await storedHealth()).toEqual({
        ...sharedKeys.health,
        ...{ shape: 1, measured_at: new Date(began).toISOString(), waiting_seconds: 0 },
      });
      await harness.table.transact(Array.from({ length: 20 }, (_, n) => eventAt(began + n * 1000)));
      now = began + 12 * minutes;
      await sweep();
      expect(await storedHealth()).toMatchObject({ measured_at: new Date(now).toISOString(), waiting_seconds: 720 });
      now += 5 * minutes;
      await sweep();
      expect(await storedHealth()).toMatchObject({ measured_at: new Date(now).toISOString(), waiting_seconds: 0 });
    });

    it('stores health when the bus fails, without organization, record or event', async () => {
      const ids = await commitAll(2);
      refuses = () => true;
      now = began + hours;
      await sweep();
      const item = await storedHealth();
      expect(item).toMatchObject({ waiting_seconds: 3600 });
      expect(Object.keys(item ?? {}).sort()).toEqual(['measured_at', 'pk', 'shape', 'sk', 'waiting_seconds']);
      for (const id of [organization, ...ids]) expect(JSON.stringify(item)).not.toContain(id);
    });

    it('does not delay waiting events if it cannot be stored; the run fails', async () => {
      await commitAll(3);
      now = began + hours;
      vi.spyOn(harness.table, 'transact').mockRejectedValueOnce(new Error('no room for it'));
      await expect(sweep()).rejects.toThrow('no room for it');
      expect(published).toHaveLength(3);
    });

    it("counts within the run's time limit", async () => {
      await commitAll(3);
      now = began + hours;
      const clock = performance.now.bind(performance);
      const transact = harness.table.transact.bind(harness.table);
      let passed = 0;
      const watch = vi.spyOn(performance, 'now').mockImplementation(() => clock() + passed);
      vi.spyOn(harness.table, 'transact').mockImplementationOnce((writes) => {
        passed = minutes;
        return transact(writes);
      });
      expect(await sweep()).toEqual({ published: 0, overdue: 0 });
      watch.mockRestore();
      expect(await sweep()).toEqual({ published: 3, overdue: 3 });
    });
  });

  it('leaves the rest to the next run when time runs out', async () => {
    await commitAll(30);
    now = began + hours;
    const hurried = sweepEvents({ ...dependencies(), budgetMs: -1 });
    expect(await hurried()).toEqual({ published: 0, overdue: 0 });
    expect(await sweep()).toEqual({ published: 30, overdue: 30 });
  });
});
