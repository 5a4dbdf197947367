import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { eventSource } from '#domain/shared/events/catalog.ts';
import type { OutboxEvent } from '#functions/platform/store/transactions/outbox.ts';

/** Entries that PutEvents takes in one call. */
export const eventsPerCall = 10;

/** Publishes events to EventBridge, ten a call; answers the ones that the bus did not take. */
export const publish = async (
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
          // Its name stands in it as well: the rules of what nobody knows compare it there (infra/unrouted-events.ts).
          Detail: JSON.stringify({ ...envelope, name }),
          Time: new Date(envelope.occurred_at),
        })),
      }),
    );
    failed.push(...batch.filter((_, n) => !Entries?.[n]?.EventId));
  }
  return failed;
};
