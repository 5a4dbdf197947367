import { Logger } from '@aws-lambda-powertools/logger';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import * as z from 'zod';

/** The libraries of a call that reads the table, made ready: the least that an API function has to import. */
export const handler = Object.assign(middy(), {
  logger: new Logger(),
  table: DynamoDBDocumentClient.from(new DynamoDBClient({})),
  input: z.strictObject({ id: z.uuid(), at: z.iso.date().optional(), list: z.array(z.string().max(10)) }),
});
