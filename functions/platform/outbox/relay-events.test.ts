import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@aws-lambda-powertools/logger';
import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventEnvelope } from '#domain/registry/event-catalog.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { effect } from '#functions/platform/store/partners/effects.ts';
import { Table, type Write } from '#functions/platform/store/table.ts';
import { countParkedEvents, outboxWrite, pendingEvent } from '#functions/platform/store/transactions/outbox.ts';
import { draw } from '#local/chaos/chaos.ts';
import { type Deliver, type FailedBatch, type Poller, startStreamPoller } from '#local/streams/stream-poller.ts';
import { busInMemory, unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { long } from '#tests/support/test-length.ts';
import { relayEvents } from './outbox.ts';

const seed = 'relay';
/**
 * Rounds of forty aggregates each, and deaths: 1,000 events and 20 deaths with TEST_LENGTH=long, as the quality list
 * requires.
 */
const [rounds, deaths] = long ? [25, 20] : [4, 3];
const logger = new Logger({ serviceName: 'test', logLevel: 'SILENT' });

describe('relay of outbox events', { timeout: 120_000 }, () => {
  let harness: Harness;
  let dataDir: string;
  /** Aggregate and event id in order of publication. */
  let published: { aggregate: string; id: string }[];
  let bus: ReturnType<typeof busInMemory>;
  let undelivered: FailedBatch[];

  let organization: string;

  beforeAll(async () => {
    harness = await startHarness();
    // The stream poller finds its engine as the functions do.
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', harness.engine.url);
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB_STREAMS', harness.engine.url);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  });
  beforeEach(() => {
    organization = randomUUID();
    dataDir = mkdtempSync(join(tmpdir(), 'stillwater-relay-'));
    undelivered = [];
    published = [];
    // The stream still holds the writes of earlier tests.
    const take = ({ id, organization_id, payload }: EventEnvelope) =>
      void (organization_id === organization && published.push({ id, aggregate: String(payload.submission_id) }));
    bus = busInMemory(take, { seed, before: 0.02, after: 0.02 });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(dataDir, { recursive: true });
  });
  afterAll(async () => {
    await harness.close();
  });

  const writeOf = (aggregates: readonly string[], at = new Date()): Write =>
    outboxWrite(
      keysOf(organization),
      organization,
      { now: at, requestId: 'the-request' },
      aggregates.map((aggregate) => pendingEvent('submission.updated', aggregate, { submission_id: aggregate })),
    );
  const eventOf = (aggregate: string, at?: Date): Write => writeOf([aggregate], at);
  const eventsOf = (write: Write) => ('put' in write ? (write.put.events as { id: string; name: string }[]) : []);
  const idsOf = (write: Write): string[] => eventsOf(write).map(({ id }) => id);
  const idOf = (write: Write): string => idsOf(write)[0] ?? '';
  /** An event of a newer release. */
  const newerOf = (aggregate: string): Write => {
    const write = eventOf(aggregate);
    for (const event of eventsOf(write)) event.name = 'grave.opened';
    return write;
  };
  const relayWith = (table: Table, client = bus.client): Deliver =>
    relayEvents({ table, bus: client, busName: 'stillwater', logger, now: () => new Date() });
  const startPoller = (deliver: Deliver): Promise<Poller> =>
    startStreamPoller({
      name: 'relay',
      tableName: harness.tableName,
      dataDir,
      pollMs: 5,
      firstRetryMs: 20,
      filter: ({ eventName, dynamodb }) => eventName === 'INSERT' && dynamodb?.NewImage?.stream?.S === 'outbox',
      deliver,
      onFailure: async (batch) => void undelivered.push(batch),
    });
  const unsent = async () =>
    (await unsentEvents(harness.table, new Date(Date.now() + 60_000))).filter(
      ({ envelope }) => envelope.organization_id === organization,
    );
  const unsentIds = async () => (await unsent()).map(({ envelope }) => envelope.id);
  const allSent = () => vi.waitFor(async () => expect(await unsent()).toEqual([]), { timeout: 60_000, interval: 25 });

  /** A publisher that dies after this many steps: before a call, or after it but before its result is stored. */
  const mortal = (steps: number) => {
    const { promise: death, resolve: die } = Promise.withResolvers<void>();
    let left = steps;
    const step = () => {
      if (left-- > 0) return;
      die();
      throw new Error('killed');
    };
    const around = async <T>(call: () => Promise<T>): Promise<T> => {
      step();
      const answer = await call();
      step();
      return answer;
    };
    class MortalTable extends Table {
      override transact(writes: Parameters<Table['transact']>[0]) {
        return around(() => super.transact(writes));
      }
    }
    const mortalBus = { send: (command: never) => around(() => bus.client.send(command)) };
    const deliver = relayWith(
      new MortalTable(harness.client, harness.tableName),
      mortalBus as unknown as EventBridgeClient,
    );
    return { deliver, death };
  };

  it(`R-06 publishes ${40 * rounds} events in aggregate order through ${deaths} deaths`, async () => {
    const aggregates = Array.from({ length: 40 }, () => randomUUID());
    const written = new Map<string, string[]>(aggregates.map((aggregate) => [aggregate, []]));
    const write = async (): Promise<void> => {
      for (let round = 0; round < rounds; round++) {
        for (let at = 0; at < aggregates.length; at += 20) {
          const batch = aggregates.slice(at, at + 20).map((aggregate) => ({ aggregate, write: eventOf(aggregate) }));
          await harness.table.transact(batch.map((one) => one.write));
          for (const one of batch) written.get(one.aggregate)?.push(idOf(one.write));
        }
      }
    };
    const writing = write();
    let kills = 0;
    for (; kills < deaths; kills++) {
      // Ten events take four steps: every other life completes some calls of the bus and dies in a later one.
      const { deliver, death } = mortal((kills % 2) * 12 + Math.floor(8 * draw(seed, kills)));
      const poller = await startPoller(deliver);
      await death;
      await poller.close();
    }
    await writing;
    const last = await startPoller(relayWith(harness.table));
    await allSent();
    await last.close();

    const first = new Map<string, string[]>();
    const seen = new Set<string>();
    for (const { id, aggregate } of published) {
      if (seen.has(id)) continue;
      seen.add(id);
      first.set(aggregate, [...(first.get(aggregate) ?? []), id]);
    }
    expect(seen.size).toBe(40 * rounds);
    expect(first).toEqual(written);
    expect(undelivered).toEqual([]);

    const times = (id: string): number => published.filter((one) => one.id === id).length;
    const repeated = [...seen].filter((id) => times(id) > 1).slice(0, 50);
    let effects = 0;
    for (const eventId of repeated.flatMap((id) => Array<string>(times(id)).fill(id))) {
      const dependencies = { table: harness.table, now: () => new Date(), leaseSeconds: 30 };
      const id = { organizationId: organization, eventId, name: 'test', partner: 'test' };
      await effect(dependencies, { kind: 'vouched', ...id, act: async () => void effects++ });
    }
    expect(effects).toBe(repeated.length);
    expect(effects).toBeGreaterThan(0);
  });

  const recordsOf = (writes: Write[]): DynamoDBStreamEvent => ({
    Records: writes.map((write, n) => ({
      eventName: 'INSERT',
      dynamodb: {
        SequenceNumber: String(n + 1),
        NewImage: marshall('put' in write ? write.put : {}, { removeUndefinedValues: true }),
      },
    })) as DynamoDBStreamEvent['Records'],
  });

  it('publishes the events of one transaction in order, and marks their item once', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    // Events of one aggregate must not overtake each other within one call of the bus.
    const write = writeOf([first, second, first, ...Array.from({ length: 12 }, () => randomUUID()), second]);
    await harness.table.transact([write]);
    const taken: { id: string; request_id: string }[] = [];
    const calm = busInMemory((envelope) => void taken.push(envelope));
    expect(await relayWith(harness.table, calm.client)(recordsOf([write]))).toEqual({ batchItemFailures: [] });
    expect(taken.map(({ id }) => id)).toEqual(idsOf(write));
    expect(new Set(taken.map(({ request_id }) => request_id))).toEqual(new Set(['the-request']));
    expect(await unsent()).toEqual([]);
  });

  it('retries a partly published transaction without delaying others', async () => {
    const [both, other] = [writeOf([randomUUID(), randomUUID()]), eventOf(randomUUID())];
    await harness.table.transact([both, other]);
    const [, refused] = idsOf(both);
    let refuses = true;
    const taken: string[] = [];
    const picky = busInMemory(({ id }) => {
      if (refuses && id === refused) throw new Error('no room');
      taken.push(id);
    });
    const deliver = relayWith(harness.table, picky.client);
    expect(await deliver(recordsOf([both, other]))).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    expect(new Set(await unsentIds())).toEqual(new Set(idsOf(both)));
    refuses = false;
    expect(await deliver(recordsOf([both, other]))).toEqual({ batchItemFailures: [] });
    expect(new Set(taken)).toEqual(new Set([...idsOf(both), idOf(other)]));
    expect(await unsent()).toEqual([]);
  });

  it('leaves an unknown event for a newer release, with later events of its aggregate', async () => {
    const [aggregate, beside] = [randomUUID(), randomUUID()];
    const before = eventOf(aggregate);
    const newer = newerOf(aggregate);
    const behind = writeOf([beside, aggregate]);
    const [other, besideBehind] = [eventOf(randomUUID()), eventOf(beside)];
    const writes = [before, newer, behind, other, besideBehind];
    await harness.table.transact(writes);
    const taken: string[] = [];
    const calm = busInMemory(({ id }) => void taken.push(id));
    expect(await relayWith(harness.table, calm.client)(recordsOf(writes))).toEqual({ batchItemFailures: [] });
    expect(taken).toEqual([idOf(before), idOf(other)]);
    expect((await unsentIds()).toSorted()).toEqual([newer, behind, besideBehind].flatMap(idsOf).toSorted());
  });

  it('R-21 catches up after 23 hours without a consumer, leaving nothing to the sweeper', async () => {
    const aggregate = randomUUID();
    const began = Date.now() - 23 * 3600_000;
    const writes = Array.from({ length: 60 }, (_, n) => eventOf(aggregate, new Date(began + n)));
    await harness.table.transact(writes);
    const poller = await startPoller(relayWith(harness.table));
    await allSent();
    await poller.close();
    expect([...new Set(published.map(({ id }) => id))]).toEqual(writes.map(idOf));
  });

  it('R-07 handles the other 99 records of a batch and dead-letters the bad one at once', async () => {
    const events = Array.from({ length: 99 }, () => eventOf(randomUUID()));
    const poison = { ...keysOf(organization).outbox('poison', 'poison'), stream: 'outbox', name: 'submission.updated' };
    const writes = [...events.slice(0, 50), { put: poison }, ...events.slice(50)];
    await harness.table.transact(writes);
    const before = await countParkedEvents(harness.table, 100);
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const calm = busInMemory(({ id }) => void published.push({ id, aggregate: '' }));
    expect(await relayWith(harness.table, calm.client)(recordsOf(writes))).toEqual({ batchItemFailures: [] });
    const metrics = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"PoisonEvents"'));
    written.mockRestore();
    expect(metrics).toHaveLength(1);
    expect(published.map(({ id }) => id)).toEqual(events.map(idOf));
    expect(await unsent()).toEqual([]);
    expect(await countParkedEvents(harness.table, 100)).toBe(before + 1);
  });

  it('R-07 retries a bad record that could not be dead-lettered', async () => {
    class Away extends Table {
      override update(): Promise<never> {
        return Promise.reject(new AppError('unavailable', { reason: 'away' }));
      }
    }
    const [event, poison] = [
      eventOf(randomUUID()),
      { put: { ...keysOf(organization).outbox('p', 'p'), stream: 'outbox' } },
    ];
    await harness.table.transact([event]);
    const deliver = relayWith(new Away(harness.client, harness.tableName));
    expect(await deliver(recordsOf([event, poison]))).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
  });
});
