import type { Logger } from '@aws-lambda-powertools/logger';
import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { publish } from '#functions/adapters/event-bus.ts';
import { count } from '#functions/adapters/metrics.ts';
import { markSent, unsentEvents } from '#functions/store/outbox.ts';
import type { Table } from '#functions/store/table.ts';

interface Means {
  table: Table;
  bus: EventBridgeClient;
  busName: string;
  logger: Logger;
  now: () => Date;
}

const overdueMs = 5 * 60_000;
const perRun = 500;

/**
 * Publishes what the stream did not bring within five minutes, say after an outage longer than a stream's 24 hours. An
 * event that the bus refuses holds back the later events of its own aggregate, whose order counts, and no others.
 */
export const sweepEvents =
  ({ table, bus, busName, logger, now }: Means) =>
  async (): Promise<{ published: number }> => {
    const { events, poison } = await unsentEvents(table, new Date(now().getTime() - overdueMs), perRun);
    const overdue = events.length + poison;
    count('OutboxUnsentOverdue', overdue);
    if (poison) count('PoisonEvents', poison);
    const held = new Set<string>();
    let published = 0;
    for (const event of events) {
      if (held.has(event.aggregateId)) continue;
      const refused = await publish(bus, busName, [event]);
      if (refused.length) {
        held.add(event.aggregateId);
        continue;
      }
      await markSent(table, event, now());
      published++;
    }
    if (overdue) logger.warn('swept', { overdue, poison, published });
    return { published };
  };
