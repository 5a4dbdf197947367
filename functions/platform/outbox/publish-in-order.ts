import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { eventSource } from '#domain/shared/events/catalog.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { markSent, type OutboxBatch, type OutboxEvent } from '#functions/platform/store/transactions/outbox.ts';

/** Entries that PutEvents takes in one call. */
const eventsPerCall = 10;

/** Publishes events to EventBridge, ten a call; answers the ones that the bus did not take. */
const publish = async (
  client: EventBridgeClient,
  bus: string,
  events: readonly OutboxEvent[],
): Promise<OutboxEvent[]> => {
  const failed: OutboxEvent[] = [];
  for (let at = 0; at < events.length; at += eventsPerCall) {
    const batch = events.slice(at, at + eventsPerCall);
    const { Entries } = await client.send(
      new PutEventsCommand({
        Entries: batch.map(({ name, envelope }) => ({
          EventBusName: bus,
          Source: eventSource,
          DetailType: name,
          // Its name stands in it as well: the rules of what nobody knows compare it there (infra/stacks/events-stack.ts).
          Detail: JSON.stringify({ ...envelope, name }),
          Time: new Date(envelope.occurred_at),
        })),
      }),
    );
    failed.push(...batch.filter((_, n) => !Entries?.[n]?.EventId));
  }
  return failed;
};

export interface PublishDependencies {
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
 * As many events as one call of the bus takes, but never two of one aggregate: a call may fail in part, and an event
 * must not overtake the one before it.
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

export interface Published {
  /** Items all of whose events are out, and that are marked as sent. */
  marked: Set<OutboxBatch>;
  /** Why it ended before the last item: the bus or the table did not answer. */
  failure?: Error;
}

/**
 * Publishes the events of outbox items in their order, ten a call, and marks each item once all of its events are out.
 * What the bus refuses holds back the items behind it that have an aggregate in common with it, and no others. An
 * event may be published twice (killed before the mark); it is never lost.
 */
export const publishInOrder = async (
  { table, bus, busName, now }: PublishDependencies,
  batches: readonly OutboxBatch[],
  held: Set<string> = new Set(),
): Promise<Published> => {
  const left = new Map(batches.map((batch) => [batch, batch.events.length]));
  const marked = new Set<OutboxBatch>();
  const isHeld = ({ events }: OutboxBatch): boolean => events.some(({ aggregateId }) => held.has(aggregateId));
  for (const call of calls(batches)) {
    const entries = call.filter(({ batch }) => !isHeld(batch));
    const events = entries.map(({ event }) => event);
    try {
      const refused = new Set(await publish(bus, busName, events));
      for (const { batch, event } of entries) {
        if (refused.has(event)) for (const { aggregateId } of batch.events) held.add(aggregateId);
        else left.set(batch, (left.get(batch) ?? 0) - 1);
      }
      const done = [...new Set(entries.map(({ batch }) => batch))].filter((batch) => left.get(batch) === 0);
      if (done.length === 0) continue;
      const keys = done.map(({ key }) => key);
      await markSent(table, keys, now());
      for (const batch of done) marked.add(batch);
    } catch (error) {
      return { marked, failure: error as Error };
    }
  }
  return { marked };
};
