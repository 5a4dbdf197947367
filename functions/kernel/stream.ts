import type { Logger } from '@aws-lambda-powertools/logger';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { inBackground } from './background.ts';

/** A reader of the table's stream; it answers the first record that it could not handle, and the stream comes back to it. */
export const streamReader = (
  { logger }: { logger: Logger },
  read: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>,
) =>
  inBackground<DynamoDBStreamEvent, DynamoDBBatchResponse>(
    { logger, message: 'read', outcome: ({ batchItemFailures }) => ({ failed: batchItemFailures.length }) },
    read,
  );
