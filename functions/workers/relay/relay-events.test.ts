import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@aws-lambda-powertools/logger';
import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announcement, outboxWrite, unsentEvents } from '#functions/store/commits/outbox.ts';
import { keysOf } from '#functions/store/keys.ts';
import { effect } from '#functions/store/partners/effects.ts';
import { Table, type Write } from '#functions/store/table.ts';
import { draw } from '#local/chaos/chaos.ts';
import type { Deliver, FailedBatch } from '#local/streams/stream-delivery.ts';
import { type Poller, startStreamPoller } from '#local/streams/stream-poller.ts';
import { busInMemory } from '#tests/support/engines/bus-in-memory.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { long } from '#tests/support/length.ts';
import { relayEvents } from './relay-events.ts';

const seed = 'relay';
/** Of forty aggregates each: the 1,000 events and 20 deaths that the quality list asks for with TEST_LENGTH=long. */
const [rounds, deaths] = long ? [25, 20] : [10, 8];
const logger = new Logger({ serviceName: 'test', logLevel: 'SILENT' });

describe('the relay behind the stream', { timeout: 120_000 }, () => {
  let harness: Harness;
  let dataDir: string;
  /** In the order of their publications: aggregate and event. */
  let published: { aggregate: string; id: string }[];
  let bus: ReturnType<typeof busInMemory>;
  let undelivered: FailedBatch[];

  beforeEach(async () => {
    harness = await startHarness();
    // The stream poller finds its engine as the functions find theirs.
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_DYNAMODB: harness.engine.url,
      AWS_ENDPOINT_URL_DYNAMODB_STREAMS: harness.engine.url,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    });
    dataDir = mkdtempSync(join(tmpdir(), 'stillwater-relay-'));
    undelivered = [];
    published = [];
    const take = ({ id, payload }: { id: string; payload: Record<string, unknown> }) =>
      void published.push({ id, aggregate: String(payload.submission_id) });
    bus = busInMemory(take, { seed, before: 0.02, after: 0.02 });
  });
  afterEach(async () => {
    await harness.close();
    rmSync(dataDir, { recursive: true });
  });

  const eventOf = (organization: string, aggregate: string, at = new Date()): Write =>
    outboxWrite(keysOf(organization), organization, { now: at, requestId: 'request' }, [
      announcement('submission.updated', aggregate, { submission_id: aggregate }),
    ]);
  const idsOf = (write: Write): string[] =>
    'put' in write ? (write.put.events as { id: string }[]).map(({ id }) => id) : [];
  const idOf = (write: Write): string => idsOf(write)[0] ?? '';
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
  const unsent = () => unsentEvents(harness.table, new Date(Date.now() + 60_000));

  /** A publisher that is killed after so many steps: before a call, or after it and before anybody knows. */
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

  it(`R-06 publishes ${40 * rounds} events in the order of their aggregates while it is killed ${deaths} times`, async () => {
    const organization = randomUUID();
    const aggregates = Array.from({ length: 40 }, () => randomUUID());
    const written = new Map<string, string[]>(aggregates.map((aggregate) => [aggregate, []]));
    const write = async (): Promise<void> => {
      for (let round = 0; round < rounds; round++) {
        for (let at = 0; at < aggregates.length; at += 20) {
          const batch = aggregates
            .slice(at, at + 20)
            .map((aggregate) => ({ aggregate, write: eventOf(organization, aggregate) }));
          await harness.table.transact(batch.map((one) => one.write));
          for (const one of batch) written.get(one.aggregate)?.push(idOf(one.write));
        }
      }
    };
    const writing = write();
    let kills = 0;
    for (; kills < deaths; kills++) {
      // Ten events take four steps: every other life gets some calls of the bus done, and dies in a later one.
      const { deliver, death } = mortal((kills % 2) * 12 + Math.floor(8 * draw(seed, kills)));
      const poller = await startPoller(deliver);
      await death;
      await poller.close();
    }
    await writing;
    const last = await startPoller(relayWith(harness.table));
    await vi.waitFor(async () => expect(await unsent()).toEqual([]), { timeout: 60_000, interval: 250 });
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
    const faults = bus.faults.before + bus.faults.after;
    console.info(
      `R-06 (seed ${seed}): ${kills} kills, ${faults} faults of the bus, ${published.length} publications of ${40 * rounds} events`,
    );
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

  it('publishes all events of one transaction in their order, and marks their item once', async () => {
    const organization = randomUUID();
    const [first, second] = [randomUUID(), randomUUID()];
    // Those of one aggregate must not overtake each other inside one call of the bus.
    const aggregates = [first, second, first, ...Array.from({ length: 12 }, () => randomUUID()), second];
    const write = outboxWrite(
      keysOf(organization),
      organization,
      { now: new Date(), requestId: 'the-request' },
      aggregates.map((aggregate) => announcement('submission.updated', aggregate, { submission_id: aggregate })),
    );
    await harness.table.transact([write]);
    const taken: { id: string; request_id: string }[] = [];
    const calm = busInMemory((envelope) => void taken.push(envelope));
    const deliver = relayWith(harness.table, calm.client);
    expect(await deliver(recordsOf([write]))).toEqual({ batchItemFailures: [] });
    expect(taken.map(({ id }) => id)).toEqual(idsOf(write));
    expect(new Set(taken.map(({ request_id }) => request_id))).toEqual(new Set(['the-request']));
    expect(await unsent()).toEqual([]);
  });

  it('comes back to a transaction of which the bus took a part, and holds nothing else back', async () => {
    const organization = randomUUID();
    const aggregates = [randomUUID(), randomUUID(), randomUUID()];
    const both = outboxWrite(
      keysOf(organization),
      organization,
      { now: new Date(), requestId: 'request' },
      aggregates.slice(0, 2).map((id) => announcement('submission.updated', id, { submission_id: id })),
    );
    const other = eventOf(organization, aggregates[2] ?? '');
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
    expect(new Set((await unsent()).map(({ envelope }) => envelope.id))).toEqual(new Set(idsOf(both)));
    refuses = false;
    expect(await deliver(recordsOf([both, other]))).toEqual({ batchItemFailures: [] });
    expect(new Set(taken)).toEqual(new Set([...idsOf(both), idOf(other)]));
    expect(await unsent()).toEqual([]);
  });

  it('keeps an event that this release does not know for the release that routes it, and loses none beside it', async () => {
    const organization = randomUUID();
    const known = eventOf(organization, randomUUID());
    const newer = eventOf(organization, randomUUID());
    const [event] = 'put' in newer ? (newer.put.events as { name: string }[]) : [];
    Object.assign(event ?? {}, { name: 'grave.opened' });
    await harness.table.transact([newer, known]);
    const taken: string[] = [];
    const calm = busInMemory(({ id }) => void taken.push(id));
    expect(await relayWith(harness.table, calm.client)(recordsOf([newer, known]))).toEqual({ batchItemFailures: [] });
    expect(taken).toEqual([idOf(known)]);
    expect((await unsent()).map(({ name }) => name)).toEqual(['grave.opened']);
  });

  it('R-21 catches up after the consumer was off for 23 hours, and leaves nothing to the sweeper', async () => {
    const [organization, aggregate] = [randomUUID(), randomUUID()];
    const began = Date.now() - 23 * 3600_000;
    const writes = Array.from({ length: 150 }, (_, n) => eventOf(organization, aggregate, new Date(began + n)));
    for (let at = 0; at < writes.length; at += 50) await harness.table.transact(writes.slice(at, at + 50));
    const poller = await startPoller(relayWith(harness.table));
    await vi.waitFor(async () => expect(await unsent()).toEqual([]), { timeout: 20_000, interval: 20 });
    await poller.close();
    expect([...new Set(published.map(({ id }) => id))]).toEqual(writes.map(idOf));
  });

  it('R-07 does the other 99 records of a batch within 10 s, gives the poison up alone and counts it', async () => {
    const organization = randomUUID();
    const events = Array.from({ length: 99 }, () => eventOf(organization, randomUUID()));
    const poison = { ...keysOf(organization).outbox('poison', 'poison'), stream: 'outbox', name: 'submission.updated' };
    await harness.table.transact([...events.slice(0, 50), { put: poison }, ...events.slice(50)]);
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const began = performance.now();
    const poller = await startPoller(relayWith(harness.table));
    await vi.waitFor(() => expect(undelivered).toHaveLength(1), { timeout: 20_000, interval: 50 });
    await vi.waitFor(async () => expect(await unsent()).toEqual([]), { timeout: 10_000, interval: 50 });
    const seconds = (performance.now() - began) / 1000;
    await poller.close();
    const metrics = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"PoisonEvents"'));
    written.mockRestore();
    vi.unstubAllEnvs();
    expect(seconds).toBeLessThan(10);
    expect(new Set(published.map(({ id }) => id))).toEqual(new Set(events.map(idOf)));
    const [failed] = undelivered;
    expect(failed?.DDBStreamBatchInfo.batchSize).toBe(1);
    expect(failed?.DDBStreamBatchInfo.startSequenceNumber).toBe(failed?.DDBStreamBatchInfo.endSequenceNumber);
    expect(failed?.requestContext).toMatchObject({ condition: 'RetryAttemptsExhausted', approximateInvokeCount: 11 });
    expect(metrics.length).toBeGreaterThan(0);
    console.info(`R-07: 99 of 100 records done and the poison given up in ${seconds.toFixed(1)} s`);
  });
});
