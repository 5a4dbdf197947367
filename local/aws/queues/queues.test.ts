import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QueueStore } from './queue-store.ts';
import { QueueWaiters, queueOperations, type RunningQueues, startQueues } from './queues.ts';

const definitions = [{ name: 'mail', visibilitySeconds: 30, maxReceiveCount: 2 }];

let dataDir: string;
let server: RunningQueues;
let sqs: SQSClient;

async function start(): Promise<void> {
  server = await startQueues({ port: 0, dataDir, queues: definitions });
  sqs = new SQSClient({
    region: 'us-east-1',
    endpoint: server.url,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}

async function stop(): Promise<void> {
  sqs.destroy();
  await server.close();
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'queues-'));
  await start();
});

afterEach(async () => {
  await stop();
  rmSync(dataDir, { recursive: true });
});

async function receive(options: Partial<ReceiveMessageCommandInput> = {}, name = 'mail') {
  const { Messages } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: server.queueUrl(name),
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['All'],
      ...options,
    }),
  );
  return Messages ?? [];
}

const bodies = (messages: { Body?: string | undefined }[]) => messages.map(({ Body }) => Body);

async function counts(name = 'mail'): Promise<unknown[]> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: server.queueUrl(name), AttributeNames: ['All'] }),
  );
  return [Attributes?.ApproximateNumberOfMessages, Attributes?.ApproximateNumberOfMessagesNotVisible];
}

describe('local queues', () => {
  it('wakes a long poll when a message arrives or becomes visible', async () => {
    const polling = receive({ WaitTimeSeconds: 20, VisibilityTimeout: 1 });
    await server.send('mail', 'first');
    expect(bodies(await polling)).toEqual(['first']);
    const again = await receive({ WaitTimeSeconds: 20 });
    expect(again[0]?.Attributes?.ApproximateReceiveCount).toBe('2');
  });

  it('moves a dead-lettered message back to the requested queue', async () => {
    const arnOf = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;
    const SourceArn = arnOf('mail-dlq');
    const tasks = async () => {
      const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 10 }));
      return Results.map((task) => [task.Status, task.ApproximateNumberOfMessagesMoved, task.FailureReason]);
    };
    expect(await tasks()).toEqual([]);
    await server.send('mail-dlq', 'of nobody');
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn, DestinationArn: arnOf('mail') }));
    expect(await counts('mail-dlq')).toEqual(['0', '0']);
    expect(bodies(await receive())).toEqual(['of nobody']);
    expect(await tasks()).toEqual([['COMPLETED', 1, undefined]]);
    const other = new StartMessageMoveTaskCommand({ SourceArn: arnOf('mail'), DestinationArn: arnOf('mail-dlq') });
    await expect(sqs.send(other)).rejects.toThrow('Dead Letter Queue');
  });
});

describe('queueOperations', () => {
  let dataDir: string;
  let store: QueueStore;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'queue-operations-'));
    store = new QueueStore(join(dataDir, 'queues.sqlite'));
  });

  afterEach(() => {
    store.close();
    rmSync(dataDir, { recursive: true });
  });

  it('takes no message for the long poll of a disconnected caller', async () => {
    const { ReceiveMessage, SendMessage } = queueOperations({
      definitions: new Map([['mail', { name: 'mail', visibilitySeconds: 30 }]]),
      store,
      waiters: new QueueWaiters(),
      queueUrl: (name) => name,
    });
    const leaving = new AbortController();
    const staying = new AbortController();
    const poll = { QueueUrl: 'mail', WaitTimeSeconds: 20 };
    const left = ReceiveMessage?.(poll, {}, leaving.signal);
    const stayed = ReceiveMessage?.(poll, {}, staying.signal);
    leaving.abort();
    SendMessage?.({ QueueUrl: 'mail', MessageBody: 'for the one who stays' }, {}, staying.signal);
    expect(await left).toEqual({ Messages: [] });
    expect(await stayed).toMatchObject({ Messages: [{ Body: 'for the one who stays' }] });
  });
});
