import type { Logger } from '@aws-lambda-powertools/logger';
import { unmarshall as fromAttributes } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { isEventName } from '#domain/shared/events/catalog.ts';
import { count } from '#functions/platform/adapters/metrics.ts';
import { type OutboxBatch, outboxBatch, parkEvent } from '#functions/platform/store/transactions/outbox.ts';
import { type PublishDependencies, publishInOrder } from './publish-in-order.ts';

/** An image of a stream record (DynamoDB JSON) as a plain object. */
const unmarshall = (image: Record<string, AttributeValue>): Record<string, unknown> =>
  fromAttributes(image as Parameters<typeof fromAttributes>[0]);

export interface RelayDependencies extends PublishDependencies {
  logger: Logger;
}

/** Whether this release knows every event of the item, and so has a rule for each that somebody waits for. */
export const isKnown = ({ events }: OutboxBatch): boolean => events.every(({ name }) => isEventName(name));

/** Whether the item has to wait for a newer release; if it does, later items of its aggregates wait with it. */
const waits = (batch: OutboxBatch, held: Set<string>): boolean => {
  const isFree = isKnown(batch) && batch.events.every(({ aggregateId }) => !held.has(aggregateId));
  if (!isFree) for (const { aggregateId } of batch.events) held.add(aggregateId);
  return !isFree;
};

/** Sets an item aside that nobody can read, with an alarm; false where that failed. */
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
 * Publishes outbox items in stream order, then marks them as sent. It answers the first record that is not marked, so
 * that the stream comes back to it and the order of an aggregate's events is kept.
 *
 * An item that nobody can read is set aside at once, as the sweeper does it: other organizations' events stand behind it.
 *
 * An event that this release does not know is of a newer one that is being deployed: the bus has no rule for it yet
 * and would drop it. It stays unsent, with what comes behind it of its aggregate in the same batch, and the sweeper of the
 * newer release publishes it. The sweeper of this release publishes what it knows after five minutes, so that a release
 * that was rolled back holds up no aggregate for good.
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
