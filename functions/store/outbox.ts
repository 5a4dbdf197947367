import { v7 as uuid } from 'uuid';
import * as z from 'zod';
import { EventEnvelope, type EventName, type EventPayload } from '#domain/events/catalog.ts';
import { type Keys, keysOf, sharedKeys } from './keys.ts';
import type { Item, Table, Write } from './table.ts';

const keptSeconds = 7 * 24 * 3600;

/**
 * An event that commits with the change it tells of. The table's stream brings it to the relay; until the relay has
 * published it, it also stands in the sparse index `OUTBOX#UNSENT`, where the sweeper finds what a stream lost.
 */
export const eventWrite = <N extends EventName>(
  keys: Keys,
  organizationId: string,
  now: Date,
  name: N,
  aggregateId: string,
  payload: EventPayload<N>,
): Write => {
  const id = uuid({ msecs: now.getTime() });
  const envelope: EventEnvelope = { id, organization_id: organizationId, occurred_at: now.toISOString(), payload };
  return {
    put: {
      ...keys.outbox(aggregateId, id),
      stream: 'outbox',
      aggregate_id: aggregateId,
      name,
      envelope,
      gsi1pk: sharedKeys.unsentEvents,
      gsi1sk: `${envelope.occurred_at}#${id}`,
      row: { name, envelope, aggregate_id: aggregateId },
    },
    when: 'absent',
  };
};

export interface OutboxEvent {
  name: string;
  aggregateId: string;
  envelope: EventEnvelope;
}

const OutboxItem = z.object({ name: z.string().min(1), aggregate_id: z.string().min(1), envelope: EventEnvelope });

/** Reads an outbox item or its index row; throws a zod error when it is not one. */
export const outboxEvent = (item: Record<string, unknown>): OutboxEvent => {
  const { name, aggregate_id, envelope } = OutboxItem.parse(item);
  return { name, aggregateId: aggregate_id, envelope };
};

/** Marks an event as published; it leaves the sparse index and expires a week later. Doing it twice changes nothing. */
export const markSent = (table: Table, { aggregateId, envelope }: OutboxEvent, now: Date): Promise<Item> =>
  table.update({
    update: keysOf(envelope.organization_id).outbox(aggregateId, envelope.id),
    set: { sent_at: now.toISOString(), expires_at: Math.floor(now.getTime() / 1000) + keptSeconds },
    remove: ['gsi1pk', 'gsi1sk', 'row'],
  });

/**
 * Events that were to be published before `before` and were not, oldest first. A row that is no event is counted and
 * left where it is, for somebody to look at: what stands behind it must not wait for that.
 */
export const unsentEvents = async (
  table: Table,
  before: Date,
  limit: number,
): Promise<{ events: OutboxEvent[]; poison: number }> => {
  const items = await table.query({
    pk: sharedKeys.unsentEvents,
    index: 'gsi1',
    between: ['0', before.toISOString()],
    limit,
  });
  const events = items.flatMap(({ row }) => eventOf(row) ?? []);
  return { events, poison: items.length - events.length };
};

const eventOf = (row: unknown): OutboxEvent | undefined => {
  try {
    return outboxEvent(row as Record<string, unknown>);
  } catch {
    return undefined;
  }
};
