import { createHash, randomUUID } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import * as z from 'zod';
import { EventEnvelope, type EventName, type EventPayload } from '#domain/registry/event-catalog.ts';
import type { Trace } from '#functions/platform/store/audit/audit-log.ts';
import { exclusiveStart, keyName } from '#functions/platform/store/key-format.ts';
import { type Keys, sharedKeys, unsentShards } from '#functions/platform/store/keys.ts';
import type { Item, Key, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from './retry-on-conflict.ts';

const retentionSeconds = 7 * 24 * 3600;
/** A DynamoDB item is limited to 400 KB; no transaction comes close. */
const maxEvents = 200;

export interface PendingEvent {
  name: EventName;
  aggregateId: string;
  payload: Record<string, unknown>;
}

/** Returns an event whose payload matches its name. */
export const pendingEvent = <N extends EventName>(
  name: N,
  aggregateId: string,
  payload: EventPayload<N>,
): PendingEvent => ({ name, aggregateId, payload });

/** One import must not fill one index partition. */
const shardOf = (aggregateId: string): number =>
  (createHash('sha256').update(aggregateId).digest()[0] ?? 0) % unsentShards;

/**
 * Returns the outbox item with the events of one transaction, under the first event's aggregate. Until it is published
 * it is also in a sparse index, where the sweeper finds what the stream lost.
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

export interface OutboxBatch {
  key: Key;
  events: OutboxEvent[];
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

/** Parses an outbox item; throws a zod error if it is none. */
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

/** Marks up to 100 items as published (idempotent); they leave the sparse index and expire a week later. */
export const markSent = (table: Table, keys: readonly Key[], now: Date): Promise<void> =>
  table.transact(
    keys.map((key) => ({
      update: key,
      set: { sent_at: now.toISOString(), expires_at: Math.floor(now.getTime() / 1000) + retentionSeconds },
      remove: ['gsi1pk', 'gsi1sk'],
    })),
  );

/** Sets an unreadable item aside for manual inspection, so that later items need not wait. */
export const parkEvent = (table: Table, key: Key, now: Date): Promise<Item> =>
  table.update({ update: key, set: { gsi1pk: sharedKeys.poisonEvents, gsi1sk: now.toISOString() } });

/** Returns the number of items set aside, up to `limit`. */
export const countParkedEvents = async (table: Table, limit: number): Promise<number> =>
  (await table.query({ pk: sharedKeys.poisonEvents, index: 'gsi1', limit, only: ['pk'] })).length;

export interface UnsentRow {
  key: Key;
  position: string;
}

/** Returns items of one shard that were due before `before`, oldest first, after `position`. */
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

/** Returns the time of the oldest unsent event of all shards, or undefined. */
export const oldestUnsent = async (table: Table, before: Date): Promise<Date | undefined> => {
  const shards = Array.from({ length: unsentShards }, (_, shard) => shard);
  const rows = await Promise.all(shards.map((shard) => unsentRows(table, shard, { before, limit: 1 })));
  const [oldest] = rows.flatMap(([row]) => (row ? [row.position] : [])).toSorted();
  return oldest === undefined ? undefined : new Date(oldest.split('#')[0] ?? '');
};

/** Reads the items of rows; items that are not outbox items are returned separately. */
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

const noteRetentionSeconds = 180 * 24 * 3600;

/** Returns the rows that are not announced yet. `noteOf`: the key of the note that a row was announced. */
export const notAnnounced = async <Row>(
  table: Table,
  rows: readonly Row[],
  noteOf: (row: Row) => Key,
): Promise<Row[]> => {
  const noted = new Set((await table.getAll(rows.map(noteOf))).map(keyName));
  return rows.filter((row) => !noted.has(keyName(noteOf(row))));
};

/** Announces rows together and each only once: their notes and the event commit together. Returns how many. */
export const announceOnce = async <Row>(
  { table, keys, now }: { table: Table; keys: Keys; now: Date },
  rows: readonly Row[],
  { noteOf, eventOf }: { noteOf: (row: Row) => Key; eventOf: (rows: readonly [Row, ...Row[]]) => PendingEvent },
): Promise<number> => {
  const [first, ...also] = rows;
  if (!first) return 0;
  const trace = { now, requestId: `remind-${randomUUID()}` };
  const expires_at = Math.floor(now.getTime() / 1000) + noteRetentionSeconds;
  try {
    await table.transact([
      ...rows.map((row) => ({
        put: { ...noteOf(row), expires_at },
        when: 'absent' as const,
        refused: () => new WriteConflictError(),
      })),
      outboxWrite(keys, keys.organizationId, trace, [eventOf([first, ...also])]),
    ]);
    return rows.length;
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
    // A run at the same time announced one of them; the others do not wait for the next hour.
    return announceOnce({ table, keys, now }, await notAnnounced(table, rows, noteOf), { noteOf, eventOf });
  }
};
