import type { Logger } from '@aws-lambda-powertools/logger';
import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { unmarshall as fromAttributes } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { eventSource, isEventName } from '#domain/registry/event-catalog.ts';
import { count } from '#functions/platform/adapters/metrics.ts';
import { keepHealth } from '#functions/platform/store/health.ts';
import { unsentShards } from '#functions/platform/store/keys.ts';
import {
  countParkedEvents,
  markSent,
  type OutboxBatch,
  type OutboxEvent,
  oldestUnsent,
  outboxBatch,
  outboxBatches,
  parkEvent,
  unsentRows,
} from '#functions/platform/store/transactions/outbox.ts';
import type { Table } from '../store/table.ts';

/** PutEvents accepts 10 entries per call. */
const eventsPerCall = 10;

/** Returns the events that the bus rejected. */
const publish = async (
  client: EventBridgeClient,
  bus: string,
  batch: readonly OutboxEvent[],
): Promise<OutboxEvent[]> => {
  const { Entries } = await client.send(
    new PutEventsCommand({
      Entries: batch.map(({ name, envelope }) => ({
        EventBusName: bus,
        Source: eventSource,
        DetailType: name,
        // The rules for unmatched events compare the name in the detail (infra/stacks/events-stack.ts).
        Detail: JSON.stringify({ ...envelope, name }),
        Time: new Date(envelope.occurred_at),
      })),
    }),
  );
  return batch.filter((_, n) => !Entries?.[n]?.EventId);
};

interface PublishDependencies {
  table: Table;
  bus: EventBridgeClient;
  busName: string;
  now: () => Date;
}

interface Entry {
  batch: OutboxBatch;
  event: OutboxEvent;
}

/**
 * Never two events of one aggregate in a call: it may fail in part, and an event must not overtake the one before it.
 */
function* calls(batches: readonly OutboxBatch[]): Generator<Entry[]> {
  let call: Entry[] = [];
  for (const batch of batches)
    for (const event of batch.events) {
      const full = call.length === eventsPerCall;
      if (full || call.some((entry) => entry.event.aggregateId === event.aggregateId)) {
        yield call;
        call = [];
      }
      call.push({ batch, event });
    }
  if (call.length) yield call;
}

interface Published {
  marked: Set<OutboxBatch>;
  failure?: Error;
}

/** A rejected event delays only later items that share an aggregate. An event may be published twice, never lost. */
const publishInOrder = async (
  { table, bus, busName, now }: PublishDependencies,
  batches: readonly OutboxBatch[],
  held: Set<string> = new Set(),
): Promise<Published> => {
  const left = new Map(batches.map((batch) => [batch, batch.events.length]));
  const marked = new Set<OutboxBatch>();
  const isHeld = ({ events }: OutboxBatch): boolean => events.some(({ aggregateId }) => held.has(aggregateId));
  for (const call of calls(batches)) {
    const entries = call.filter(({ batch }) => !isHeld(batch));
    if (entries.length === 0) continue;
    try {
      const events = entries.map(({ event }) => event);
      const refused = new Set(await publish(bus, busName, events));
      for (const { batch, event } of entries) {
        if (refused.has(event)) for (const { aggregateId } of batch.events) held.add(aggregateId);
        else left.set(batch, (left.get(batch) ?? 0) - 1);
      }
      const done = [...new Set(entries.map(({ batch }) => batch))].filter((batch) => left.get(batch) === 0);
      if (done.length === 0) continue;
      await markSent(
        table,
        done.map(({ key }) => key),
        now(),
      );
      for (const batch of done) marked.add(batch);
    } catch (error) {
      return { marked, failure: error as Error };
    }
  }
  return { marked };
};

const unmarshall = (image: Record<string, AttributeValue>): Record<string, unknown> =>
  fromAttributes(image as Parameters<typeof fromAttributes>[0]);

interface RelayDependencies extends PublishDependencies {
  logger: Logger;
}

const isKnown = ({ events }: OutboxBatch): boolean => events.every(({ name }) => isEventName(name));

/** Later items of its aggregates then wait too. */
const waits = (batch: OutboxBatch, held: Set<string>): boolean => {
  const isFree = isKnown(batch) && batch.events.every(({ aggregateId }) => !held.has(aggregateId));
  if (!isFree) for (const { aggregateId } of batch.events) held.add(aggregateId);
  return !isFree;
};

/** Raises an alarm; returns false if that failed. */
const isSetAside = (
  { table, now, logger }: RelayDependencies,
  { pk, sk }: Record<string, unknown>,
): Promise<boolean> => {
  logger.error('set aside', { pk, sk });
  count('PoisonEvents');
  return parkEvent(table, { pk: String(pk), sk: String(sk) }, now()).then(
    () => true,
    () => false,
  );
};

/**
 * Publishes outbox items in stream order. Returns the first unmarked record, so that the stream delivers it again. An
 * unreadable item is set aside at once, because other organizations' events come after it.
 *
 * An event that this release does not know stays unsent, with later events of its aggregate in the batch, because the
 * bus would drop it: the newer release's sweeper publishes it. This release's sweeper publishes the others after five
 * minutes, so that a rolled-back release blocks no aggregate forever.
 */
export const relayEvents =
  ({ logger, ...dependencies }: RelayDependencies) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const failedAt = (sequence: string | undefined, reason: string): DynamoDBBatchResponse => {
      logger.error('relay failed', { reason });
      return { batchItemFailures: [{ itemIdentifier: sequence ?? '' }] };
    };
    const pending: { sequence: string | undefined; batch: OutboxBatch }[] = [];
    const held = new Set<string>();
    let unreadable: { sequence: string | undefined } | undefined;
    for (const { dynamodb } of Records) {
      const item = unmarshall(dynamodb?.NewImage ?? {});
      try {
        const batch = outboxBatch(item);
        if (waits(batch, held)) logger.warn('held', { events: batch.events.map(({ name }) => name) });
        else pending.push({ sequence: dynamodb?.SequenceNumber, batch });
      } catch {
        if (await isSetAside({ logger, ...dependencies }, item)) continue;
        unreadable = { sequence: dynamodb?.SequenceNumber };
        break;
      }
    }
    const { marked, failure } = await publishInOrder(
      dependencies,
      pending.map(({ batch }) => batch),
    );
    const failed = pending.find(({ batch }) => !marked.has(batch));
    if (failed) return failedAt(failed.sequence, failure?.name ?? 'EventRefused');
    if (unreadable) return failedAt(unreadable.sequence, 'unreadable');
    return { batchItemFailures: [] };
  };

interface SweepDependencies extends PublishDependencies {
  logger: Logger;
  budgetMs?: number;
}

interface Swept extends Record<string, number> {
  published: number;
  overdue: number;
}

const overdueMs = 5 * 60_000;
const perPage = 100;
const shardsAtOnce = 4;
const maxSetAside = 1000;

const sweepShard = async (
  { logger, ...dependencies }: SweepDependencies,
  { shard, before, isLate }: { shard: number; before: Date; isLate: () => boolean },
): Promise<Swept> => {
  const { table, now } = dependencies;
  const held = new Set<string>();
  const swept: Swept = { published: 0, overdue: 0 };
  for (let position: string | undefined; !isLate(); ) {
    const rows = await unsentRows(table, shard, { before, position, limit: perPage });
    position = rows.at(-1)?.position;
    const { batches, unreadable } = await outboxBatches(table, rows);
    // The index lags behind the table.
    const waiting = batches.filter(({ sent }) => !sent);
    swept.overdue += waiting.length + unreadable.length;
    for (const key of unreadable)
      await parkEvent(table, key, now()).catch(({ name }: Error) => logger.error('not set aside', { reason: name }));
    const { marked, failure } = await publishInOrder(dependencies, waiting.filter(isKnown), held);
    for (const { events } of marked) swept.published += events.length;
    if (failure) throw failure;
    if (rows.length < perPage) break;
  }
  return swept;
};

const sweepShards = async (
  dependencies: SweepDependencies,
  isLate: () => boolean,
): Promise<{ total: Swept; failures: unknown[] }> => {
  const { now } = dependencies;
  const before = new Date(now().getTime() - overdueMs);
  const total: Swept = { published: 0, overdue: 0 };
  const failures: unknown[] = [];
  const shards = Array.from({ length: unsentShards }, (_, shard) => shard);
  const sweepNext = async (): Promise<void> => {
    for (let shard = shards.shift(); shard !== undefined; shard = shards.shift()) {
      try {
        const { published, overdue } = await sweepShard(dependencies, { shard, before, isLate });
        total.published += published;
        total.overdue += overdue;
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: shardsAtOnce }, sweepNext));
  return { total, failures };
};

/** The system status page shows how long the oldest event has waited. */
const measureHealth = async ({ table, now }: Pick<SweepDependencies, 'table' | 'now'>): Promise<void> => {
  const at = now();
  const oldest = (await oldestUnsent(table, at)) ?? at;
  const waiting_seconds = Math.floor((at.getTime() - oldest.getTime()) / 1000);
  await keepHealth(table, { measured_at: at.toISOString(), waiting_seconds });
};

/** Publishes events that the stream did not deliver within five minutes, until nothing is left or time runs out. */
export const sweepEvents = (dependencies: SweepDependencies) => async (): Promise<Swept> => {
  const { table, logger, budgetMs = 45_000 } = dependencies;
  const began = performance.now();
  const isLate = (): boolean => performance.now() - began > budgetMs;
  // Measured before publishing, so that it shows the real delay. A failed measurement does not stop the sweep.
  const unmeasured = await measureHealth(dependencies).then(
    () => [],
    (error: unknown) => [error],
  );
  const { total, failures: unswept } = await sweepShards(dependencies, isLate);
  const failures = [...unswept, ...unmeasured];
  count('OutboxUnsentOverdue', total.overdue);
  count('PoisonEvents', await countParkedEvents(table, maxSetAside));
  if (total.overdue) logger.warn('swept', { ...total });
  if (failures.length) throw failures[0];
  return total;
};
