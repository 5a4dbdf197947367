import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { setting } from '#functions/adapters/environment.ts';
import { callMs } from '#functions/store/retries.ts';
import { Table } from '#functions/store/table.ts';
import { clientTimeouts } from '../parts.ts';

/** The table; a file of its own, since whoever imports it carries DynamoDB's clients along. */
export const table = (): Table =>
  new Table(new DynamoDBClient({ maxAttempts: 1, ...clientTimeouts(callMs) }), setting('TABLE_NAME'));
