import type { Logger } from '@aws-lambda-powertools/logger';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { sealEntry } from '#functions/store/audit-chain.ts';
import { unmarshall } from '#functions/store/stream-image.ts';
import type { Item, Table } from '#functions/store/table.ts';

/** Chains audit entries in stream order; stops at the first failure, so that the stream comes back to it. */
export const sealEntries =
  ({ table, logger }: { table: Table; logger: Logger }) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    for (const { dynamodb } of Records) {
      try {
        await sealEntry(table, unmarshall(dynamodb?.NewImage ?? {}) as Item);
      } catch (error) {
        logger.error('sealing failed', { reason: (error as Error).name });
        return { batchItemFailures: [{ itemIdentifier: dynamodb?.SequenceNumber ?? '' }] };
      }
    }
    return { batchItemFailures: [] };
  };
