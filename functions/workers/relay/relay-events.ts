import type { Logger } from '@aws-lambda-powertools/logger';
import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { publish } from '#functions/adapters/event-bus.ts';
import { count } from '#functions/adapters/metrics.ts';
import { markSent, type OutboxEvent, outboxEvent } from '#functions/store/outbox.ts';
import { unmarshall } from '#functions/store/stream-image.ts';
import type { Table } from '#functions/store/table.ts';

interface Means {
  table: Table;
  bus: EventBridgeClient;
  busName: string;
  logger: Logger;
  now: () => Date;
}

interface Pending {
  sequence: string;
  event: OutboxEvent;
}

class EventRefused extends Error {
  override readonly name = 'EventRefused';
}

const pendingOf = (record: DynamoDBRecord): Pending => ({
  sequence: record.dynamodb?.SequenceNumber ?? '',
  event: outboxEvent(unmarshall(record.dynamodb?.NewImage ?? {})),
});

/**
 * Publishes outbox items in stream order, then marks them as sent. It stops at the first failure and answers that
 * record, so that the stream comes back to it and the order of an aggregate's events is kept. An event may be
 * published twice (killed between the two steps); it is never lost.
 */
export const relayEvents =
  ({ table, bus, busName, logger, now }: Means) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const failedAt = (sequence: string, error: unknown): DynamoDBBatchResponse => {
      logger.error('relay failed', { reason: (error as Error).name });
      return { batchItemFailures: [{ itemIdentifier: sequence }] };
    };
    for (const record of Records) {
      let pending: Pending;
      try {
        pending = pendingOf(record);
      } catch (error) {
        count('PoisonEvents');
        return failedAt(record.dynamodb?.SequenceNumber ?? '', error);
      }
      try {
        const refused = await publish(bus, busName, [pending.event]);
        if (refused.length) throw new EventRefused();
        await markSent(table, pending.event, now());
      } catch (error) {
        return failedAt(pending.sequence, error);
      }
    }
    return { batchItemFailures: [] };
  };
