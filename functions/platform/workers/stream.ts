import type { Logger } from '@aws-lambda-powertools/logger';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { inBackground } from './background.ts';

/**
 * A reader of the table's stream; it answers the records that it could not handle, before its time is up, and the stream
 * comes back to the first of them.
 */
export const streamReader = (
  { logger }: { logger: Logger },
  read: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>,
) =>
  inBackground<DynamoDBStreamEvent, DynamoDBBatchResponse>(
    { logger, message: 'read', outcome: ({ batchItemFailures }) => ({ failed: batchItemFailures.length }) },
    read,
  );
