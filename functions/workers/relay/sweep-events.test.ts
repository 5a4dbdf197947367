import { randomUUID } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { once } from '#functions/store/effects.ts';
import { keysOf, sharedKeys } from '#functions/store/keys.ts';
import { eventWrite, markSent, unsentEvents } from '#functions/store/outbox.ts';
import type { Write } from '#functions/store/table.ts';
import { busInMemory } from '#tests/support/bus-in-memory.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { sweepEvents } from './sweep-events.ts';

const minutes = 60_000;
const hours = 60 * minutes;
const began = Date.parse('2026-03-01T10:00:00.000Z');
const logger = new Logger({ serviceName: 'test', logLevel: 'SILENT' });

describe('the sweeper behind the relay', { timeout: 30_000 }, () => {
  const organization = randomUUID();
  let harness: Harness;
  let published: string[];
  let refuses: (id: string) => boolean;
  let now: number;
  let sweep: () => Promise<{ published: number }>;

  beforeEach(async () => {
    harness = await startHarness();
    published = [];
    refuses = () => false;
    now = began;
    const bus = busInMemory(({ id }) => {
      if (refuses(id)) throw new Error('no room');
      published.push(id);
    });
    const means = { table: harness.table, bus: bus.client, busName: 'stillwater', logger };
    sweep = sweepEvents({ ...means, now: () => new Date(now) });
  });
  afterEach(() => harness.close());

  const eventAt = (at: number, aggregate: string = randomUUID()): Write =>
    eventWrite(keysOf(organization), organization, new Date(at), 'submission.updated', aggregate, {
      submission_id: randomUUID(),
    });
  const idOf = (write: Write): string => ('put' in write ? String((write.put.envelope as { id: string }).id) : '');
  /** Commits events, one a millisecond, and answers their ids. */
  const commitAll = async (count: number): Promise<string[]> => {
    const writes = Array.from({ length: count }, (_, n) => eventAt(began + n));
    for (let at = 0; at < count; at += 100) await harness.table.transact(writes.slice(at, at + 100));
    return writes.map(idOf);
  };

  it('R-21 leaves events alone for five minutes and then publishes each once, oldest first', async () => {
    const ids = await commitAll(30);
    now = began + 4 * minutes;
    expect(await sweep()).toEqual({ published: 0 });
    now = began + 5 * minutes + 1000;
    expect(await sweep()).toEqual({ published: 30 });
    expect(published).toEqual(ids);
    expect(await sweep()).toEqual({ published: 0 });
  });

  it('R-21 publishes everything after 25 hours without a stream, and effects happen once', async () => {
    const ids = await commitAll(520);
    now = began + 25 * hours;
    let runs = 0;
    for (let done = 1; done > 0; runs++) done = (await sweep()).published;
    expect(new Set(published)).toEqual(new Set(ids));
    expect(published).toHaveLength(520);

    // The stream comes back and brings some of them once more.
    let effects = 0;
    const again = published.slice(0, 30);
    for (const eventId of [...again, ...again]) {
      const effect = { organizationId: organization, eventId, name: 'test' };
      await once(harness.table, effect, { now: new Date(now), leaseSeconds: 30 }, async () => void effects++);
    }
    expect(effects).toBe(30);
    console.info(`R-21: 520 events of 25 hours ago published in ${runs} runs of the sweeper`);
  });

  it('does not publish what the relay has published', async () => {
    await commitAll(1);
    const { events } = await unsentEvents(harness.table, new Date(began + minutes), 10);
    for (const event of events) await markSent(harness.table, event, new Date(began));
    now = began + hours;
    expect(await sweep()).toEqual({ published: 0 });
    expect(published).toEqual([]);
  });

  it('R-07 goes past an item that is no event, and past one that the bus refuses', async () => {
    const poison = {
      ...keysOf(organization).outbox('poison', 'poison'),
      gsi1pk: sharedKeys.unsentEvents,
      gsi1sk: `${new Date(began - 1).toISOString()}#poison`,
      row: { name: 'submission.updated' },
    };
    const aggregate = randomUUID();
    const writes = [eventAt(began, aggregate), eventAt(began + 1, aggregate), eventAt(began + 2)];
    await harness.table.transact([{ put: poison }, ...writes]);
    const [refused, behind, other] = writes.map(idOf);
    refuses = (id) => id === refused;
    now = began + hours;
    expect(await sweep()).toEqual({ published: 1 });
    expect(published).toEqual([other]);

    refuses = () => false;
    expect(await sweep()).toEqual({ published: 2 });
    expect(published).toEqual([other, refused, behind]);
  });
});
