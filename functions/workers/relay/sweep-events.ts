import type { Logger } from '@aws-lambda-powertools/logger';
import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { publish } from '#functions/adapters/event-bus.ts';
import { count } from '#functions/adapters/metrics.ts';
import { markSent, unsentEvents } from '#functions/data/outbox.ts';
import type { Table } from '#functions/data/table.ts';

interface Means {
  table: Table;
  bus: EventBridgeClient;
  busName: string;
  logger: Logger;
  now: () => Date;
}

const overdueMs = 5 * 60_000;
const perRun = 500;

/** Publishes what the stream did not bring within five minutes, say after an outage longer than a stream's 24 hours. */
export const sweepEvents =
  ({ table, bus, busName, logger, now }: Means) =>
  async (): Promise<{ published: number }> => {
    const overdue = await unsentEvents(table, new Date(now().getTime() - overdueMs), perRun);
    count('OutboxUnsentOverdue', overdue.length);
    let published = 0;
    for (const event of overdue) {
      const refused = await publish(bus, busName, [event]);
      if (refused.length) break;
      await markSent(table, event, now());
      published++;
    }
    if (overdue.length) logger.warn('swept', { overdue: overdue.length, published });
    return { published };
  };
