import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import * as z from 'zod';
import { EventEnvelope, type EventName, type EventPayload } from '#domain/shared/events/catalog.ts';
import type { Trace } from '#functions/platform/store/audit/audit-log.ts';
import { exclusiveStart } from '#functions/platform/store/key-format.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { sharedKeys, unsentShards } from '#functions/platform/store/organization-registry.ts';
import type { Item, Key, Table, Write } from '#functions/platform/store/table.ts';

const keptSeconds = 7 * 24 * 3600;
/** An item of DynamoDB takes 400 kB; no transaction announces nearly as much. */
const maxEvents = 200;

/** An event that a unit of work announces. */
export interface PendingEvent {
  name: EventName;
  aggregateId: string;
  payload: Record<string, unknown>;
}

/** An announcement whose payload is that of its name. */
export const pendingEvent = <N extends EventName>(
  name: N,
  aggregateId: string,
  payload: EventPayload<N>,
): PendingEvent => ({ name, aggregateId, payload });

/** Which partition of the unsent index an aggregate's events wait in: one import must not fill one partition alone. */
const shardOf = (aggregateId: string): number =>
  (createHash('sha256').update(aggregateId).digest()[0] ?? 0) % unsentShards;

/**
 * The events of one transaction, as one item that commits with the change they tell of; it stands under the first
 * event's aggregate. The table's stream brings it to the relay; until the relay has published it, it also stands in
 * the sparse index of unsent events, where the sweeper finds what a stream lost.
 */
export const outboxWrite = (
  keys: Keys,
  organizationId: string,
  trace: Pick<Trace, 'now' | 'requestId' | 'announced'>,
  announcements: readonly PendingEvent[],
): Write => {
  const events = announcements.map(({ name, aggregateId, payload }) => {
    trace.announced = (trace.announced ?? 0) + 1;
    const id = uuid({ msecs: trace.now.getTime(), seq: trace.announced });
    return { id, name, aggregate_id: aggregateId, payload };
  });
  const [first] = events;
  if (!first) throw new Error('an outbox item without events');
  if (events.length > maxEvents)
    throw new Error(`one transaction announces ${events.length} events: at most ${maxEvents}`);
  const occurred_at = trace.now.toISOString();
  return {
    put: {
      ...keys.outbox(first.aggregate_id, first.id),
      stream: 'outbox',
      organization_id: organizationId,
      occurred_at,
      request_id: trace.requestId,
      events,
      gsi1pk: sharedKeys.unsentEvents(shardOf(first.aggregate_id)),
      gsi1sk: `${occurred_at}#${first.id}`,
    },
    when: 'absent',
  };
};

export interface OutboxEvent {
  name: string;
  aggregateId: string;
  envelope: EventEnvelope;
}

/** The events of one transaction, in the order of their announcement. */
export interface OutboxBatch {
  key: Key;
  events: OutboxEvent[];
  /** Published and marked. */
  sent: boolean;
}

const OutboxItem = z.object({
  pk: z.string(),
  sk: z.string(),
  organization_id: z.string(),
  occurred_at: z.string(),
  request_id: z.string(),
  events: z
    .array(
      z.object({
        id: z.string(),
        name: z.string().min(1),
        aggregate_id: z.string().min(1),
        payload: z.record(z.string(), z.unknown()),
      }),
    )
    .min(1),
  sent_at: z.string().optional(),
});

/** Reads an outbox item; throws a zod error when it is not one. */
export const outboxBatch = (item: Record<string, unknown>): OutboxBatch => {
  const { pk, sk, organization_id, occurred_at, request_id, events, sent_at } = OutboxItem.parse(item);
  return {
    key: { pk, sk },
    sent: sent_at !== undefined,
    events: events.map(({ id, name, aggregate_id, payload }) => ({
      name,
      aggregateId: aggregate_id,
      envelope: EventEnvelope.parse({ id, organization_id, occurred_at, request_id, payload }),
    })),
  };
};

/**
 * Marks items as published, a hundred at most, in one transaction; they leave the sparse index and expire a week later.
 * Doing it twice changes nothing.
 */
export const markSent = (table: Table, keys: readonly Key[], now: Date): Promise<void> =>
  table.transact(
    keys.map((key) => ({
      update: key,
      set: { sent_at: now.toISOString(), expires_at: Math.floor(now.getTime() / 1000) + keptSeconds },
      remove: ['gsi1pk', 'gsi1sk'],
    })),
  );

/** Sets an item aside that nobody can read, for somebody to look at: what stands behind it must not wait for that. */
export const parkEvent = (table: Table, key: Key, now: Date): Promise<Item> =>
  table.update({ update: key, set: { gsi1pk: sharedKeys.poisonEvents, gsi1sk: now.toISOString() } });

/** How many items were set aside and still wait for somebody; at most `limit` are counted. */
export const countParkedEvents = async (table: Table, limit: number): Promise<number> =>
  (await table.query({ pk: sharedKeys.poisonEvents, index: 'gsi1', limit, only: ['pk'] })).length;

/** A row of the unsent index: what waits, and where the next page begins. */
export interface UnsentRow {
  key: Key;
  position: string;
}

/** Items of one shard that were to be published before `before` and were not, oldest first, after `position`. */
export const unsentRows = async (
  table: Table,
  shard: number,
  { before, position, limit }: { before: Date; position?: string; limit: number },
): Promise<UnsentRow[]> => {
  const rows = await table.query({
    pk: sharedKeys.unsentEvents(shard),
    index: 'gsi1',
    between: [position === undefined ? '0' : exclusiveStart(position), before.toISOString()],
    limit,
  });
  return rows.map(({ pk, sk, gsi1sk }) => ({ key: { pk, sk }, position: String(gsi1sk) }));
};

/** When the oldest event happened that is not sent on, of all shards; undefined while nothing waits. */
export const oldestUnsent = async (table: Table, before: Date): Promise<Date | undefined> => {
  const shards = Array.from({ length: unsentShards }, (_, shard) => shard);
  const rows = await Promise.all(shards.map((shard) => unsentRows(table, shard, { before, limit: 1 })));
  const [oldest] = rows.flatMap(([row]) => (row ? [row.position] : [])).toSorted();
  return oldest === undefined ? undefined : new Date(oldest.split('#')[0] ?? '');
};

/** Reads the items of rows; what has gone is left out, and what is no outbox item is answered apart. */
export const outboxBatches = async (
  table: Table,
  rows: readonly UnsentRow[],
): Promise<{ batches: OutboxBatch[]; unreadable: Key[] }> => {
  const batches: OutboxBatch[] = [];
  const unreadable: Key[] = [];
  for (const item of await table.getAll(rows.map(({ key }) => key))) {
    try {
      batches.push(outboxBatch(item));
    } catch {
      unreadable.push({ pk: item.pk, sk: item.sk });
    }
  }
  return { batches, unreadable };
};

/** Everything that is not published yet, of all shards, oldest first: for tests and checks. */
export const unsentEvents = async (table: Table, before: Date): Promise<OutboxEvent[]> => {
  const events: OutboxEvent[] = [];
  for (let shard = 0; shard < unsentShards; shard++)
    for (let position: string | undefined; ; ) {
      const rows = await unsentRows(table, shard, { before, position, limit: 100 });
      events.push(...(await outboxBatches(table, rows)).batches.flatMap((batch) => batch.events));
      position = rows.at(-1)?.position;
      if (rows.length < 100) break;
    }
  return events.sort((a, b) => (a.envelope.id < b.envelope.id ? -1 : 1));
};
