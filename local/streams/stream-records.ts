import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod';
import { pause } from '../sleep.ts';
import type { Page } from './stream-page.ts';

const Answer = z.object({
  Records: z.array(z.custom<DynamoDBRecord>((record) => typeof record === 'object')).default([]),
  NextShardIterator: z.string().optional(),
});

const READ_LIMIT = 1000;
const TRIES = 4;
const PAUSE_MS = 25;

/**
 * A page of the table's stream. What a record is on the wire is, but for its fraction of a second, what Lambda hands to
 * a function; the SDK would make a model of each, only for it to be taken apart again, and that cost more than all that
 * the readers do. Throttles and resets are tried again, as the SDK does.
 */
export async function streamRecords(endpoint: string, ShardIterator: string, streamArn: string): Promise<Page> {
  for (let tries = 1; ; tries++) {
    try {
      const { Records, NextShardIterator } = Answer.parse(await ask(endpoint, { ShardIterator, Limit: READ_LIMIT }));
      return { records: Records.map((record) => lambdaRecord(record, streamArn)), next: NextShardIterator };
    } catch (error) {
      if (tries === TRIES) throw error;
      await pause(PAUSE_MS * tries);
    }
  }
}

async function ask(endpoint: string, input: object): Promise<unknown> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDBStreams_20120810.GetRecords',
      // The engines ask for a signature, and take any.
      'x-amz-date': '20260101T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}

function lambdaRecord(record: DynamoDBRecord, eventSourceARN: string): DynamoDBRecord {
  const { dynamodb } = record;
  const seconds = dynamodb?.ApproximateCreationDateTime;
  return {
    ...record,
    eventSource: 'aws:dynamodb',
    awsRegion: 'us-east-1',
    eventSourceARN,
    dynamodb: {
      ...dynamodb,
      ...(seconds === undefined ? {} : { ApproximateCreationDateTime: Math.floor(seconds) }),
    },
  };
}
