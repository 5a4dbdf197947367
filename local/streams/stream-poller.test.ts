import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningDynamoDb, startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { ensureTable } from '../table-definition.ts';
import {
  type Deliver,
  deliverAll,
  type FailedBatch,
  type Poller,
  type StreamPollerOptions,
  startStreamPoller,
} from './stream-poller.ts';

const folder = mkdtempSync(join(tmpdir(), 'stillwater-stream-'));
const tableName = 'stillwater';
let engine: RunningDynamoDb;
let client: DynamoDBClient;
let poller: Poller | undefined;
let readers = 0;

beforeAll(async () => {
  engine = await startDynamoDb({ port: 0, dataDir: join(folder, 'database') });
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', engine.url);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB_STREAMS', engine.url);
  client = new DynamoDBClient({});
  await ensureTable(client, tableName);
});
afterEach(async () => {
  await poller?.close();
  poller = undefined;
});
afterAll(async () => {
  client.destroy();
  await engine.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const put = (number: number, stream = 'outbox') =>
  client.send(
    new PutItemCommand({
      TableName: tableName,
      Item: {
        pk: { S: `P#${number}` },
        sk: { S: 'S' },
        stream: { S: stream },
        number: { N: String(number) },
        bytes: { B: new Uint8Array([1, 2, 3]) },
        nested: { M: { list: { L: [{ BOOL: true }, { NULL: true }, { B: new Uint8Array([9]) }] } } },
      },
    }),
  );

const read = async (name: string, options: Partial<StreamPollerOptions> = {}) => {
  const seen: DynamoDBRecord[] = [];
  const checkpoints: string[] = [];
  poller = await startStreamPoller({
    name,
    tableName,
    dataDir: folder,
    pollMs: 5,
    filter: ({ dynamodb }) => dynamodb?.NewImage?.stream?.S === 'outbox',
    deliver: async ({ Records }) => {
      seen.push(...Records);
      return { batchItemFailures: [] };
    },
    onFailure: async () => {},
    onCheckpoint: (sequence) => checkpoints.push(sequence),
    ...options,
  });
  return { seen, checkpoints };
};
const numbers = (seen: DynamoDBRecord[]) => seen.map(({ dynamodb }) => Number(dynamodb?.NewImage?.number?.N));
const newName = () => `reader-${++readers}`;

describe('startStreamPoller', () => {
  it('repeats a batch if the process ended before its checkpoint', async () => {
    const name = newName();
    let calls = 0;
    const stuck = Promise.withResolvers<undefined>();
    const killed = await startStreamPoller({
      name,
      tableName,
      dataDir: folder,
      pollMs: 5,
      filter: ({ dynamodb }) => dynamodb?.NewImage?.number?.N === '21',
      deliver: () => {
        calls += 1;
        return stuck.promise;
      },
      onFailure: async () => {},
    });
    await put(21);
    await expect.poll(() => calls).toBe(1);
    const again = await read(name, { filter: ({ dynamodb }) => dynamodb?.NewImage?.number?.N === '21' });
    await expect.poll(() => numbers(again.seen)).toEqual([21]);
    stuck.resolve(undefined);
    await killed.close();
  });

  it('keeps going through an engine outage', async () => {
    const reports: string[] = [];
    const { seen } = await read(newName(), { report: (message) => reports.push(message) });
    const { port } = engine;
    await engine.close();
    await expect.poll(() => reports.length).toBeGreaterThan(0);
    engine = await startDynamoDb({ port, dataDir: join(folder, 'database') });
    await put(3001);
    await expect.poll(() => numbers(seen), { timeout: 10_000 }).toContain(3001);
  });
});

const records = (count: number): DynamoDBRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    eventName: 'INSERT',
    dynamodb: { SequenceNumber: String(index + 1) },
  }));
const numbersOf = (batch: readonly DynamoDBRecord[]) => batch.map(({ dynamodb }) => Number(dynamodb?.SequenceNumber));

const deliverTo = async (count: number, deliver: Deliver, stop = new AbortController().signal) => {
  const failures: FailedBatch[] = [];
  const finished = await deliverAll(records(count), {
    deliver,
    onFailure: async (batch) => void failures.push(batch),
    streamArn: 'arn:stream',
    shardId: 'shard',
    firstRetryMs: 0,
    stop,
  });
  return { finished, failures };
};

describe('deliverAll', () => {
  it('R-07 abandons one of a hundred records after ten retries, and delivers others once', async () => {
    const done: number[] = [];
    let tries = 0;
    const { finished, failures } = await deliverTo(100, async ({ Records }) => {
      for (const number of numbersOf(Records)) {
        if (number === 42) {
          tries += 1;
          return { batchItemFailures: [{ itemIdentifier: '42' }] };
        }
        done.push(number);
      }
      return { batchItemFailures: [] };
    });
    expect(finished).toBe(true);
    expect(done).toEqual(numbersOf(records(100)).filter((number) => number !== 42));
    expect(tries).toBe(11);
    expect(failures).toMatchObject([
      {
        requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 11 },
        DDBStreamBatchInfo: { startSequenceNumber: '42', endSequenceNumber: '42', batchSize: 1 },
      },
    ]);
  });

  it('R-07 bisects to the record on which a function throws', async () => {
    const done = new Set<number>();
    const { finished, failures } = await deliverTo(100, async ({ Records }) => {
      if (numbersOf(Records).includes(7)) throw new Error('poison');
      for (const number of numbersOf(Records)) done.add(number);
      return undefined;
    });
    expect([finished, done.size, failures.length]).toEqual([true, 99, 1]);
    expect(failures[0]?.DDBStreamBatchInfo.startSequenceNumber).toBe('7');
  });

  it('returns false when stopped between attempts', async () => {
    const stopping = new AbortController();
    const { finished, failures } = await deliverTo(
      3,
      async () => {
        stopping.abort();
        return { batchItemFailures: [{ itemIdentifier: '2' }] };
      },
      stopping.signal,
    );
    expect([finished, failures]).toEqual([false, []]);
  });
});
