import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningQueues, startQueues } from '#local/aws/queues/queues.ts';
import { sqsMessageQueue } from './message-queue.ts';

const hour = 3600;

describe('sqsMessageQueue', () => {
  let dataDir: string;
  let server: RunningQueues;
  let client: SQSClient;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'stillwater-message-queue-'));
    server = await startQueues({
      port: 0,
      dataDir,
      queues: [{ name: 'notify', visibilitySeconds: hour, maxReceiveCount: 3 }],
    });
    client = new SQSClient({
      endpoint: server.url,
      useQueueUrlAsEndpoint: false,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
  });
  afterEach(async () => {
    client.destroy();
    await server.close();
    rmSync(dataDir, { recursive: true });
  });

  const receive = async (queue = 'notify'): Promise<SQSRecord | undefined> => {
    const { Messages: [message] = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: server.queueUrl(queue), MessageSystemAttributeNames: ['All'] }),
    );
    if (!message) return undefined;
    const { MessageId, ReceiptHandle, Body, Attributes } = message;
    return {
      messageId: MessageId,
      receiptHandle: ReceiptHandle,
      body: Body,
      attributes: Attributes,
      eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${queue}`,
    } as unknown as SQSRecord;
  };
  const received = async (): Promise<SQSRecord> => (await receive()) ?? expect.unreachable('a message is there');

  it('delays a message, counts its receives, and dead-letters it after the last', async () => {
    await client.send(new SendMessageCommand({ QueueUrl: server.queueUrl('notify'), MessageBody: 'work' }));
    const queue = sqsMessageQueue(client);
    for (const receives of ['1', '2', '3']) {
      const message = await received();
      expect(message.attributes.ApproximateReceiveCount).toBe(receives);
      expect(await receive()).toBeUndefined();
      await queue.delay(message, 0);
    }
    expect(await receive()).toBeUndefined();
    expect((await receive('notify-dlq'))?.body).toBe('work');
  });

  it("hides a message longer than the queue's visibility timeout", async () => {
    await client.send(new SendMessageCommand({ QueueUrl: server.queueUrl('notify'), MessageBody: 'work' }));
    await sqsMessageQueue(client).delay(await received(), 12 * hour);
    expect(await receive()).toBeUndefined();
  });

  it('R-07 moves an abandoned message to the dead-letter queue of its own queue', async () => {
    await client.send(new SendMessageCommand({ QueueUrl: server.queueUrl('notify'), MessageBody: 'poison' }));
    const queue = sqsMessageQueue(client);
    const message = await received();
    await queue.giveUp(message);
    await queue.giveUp(message);
    expect([(await receive('notify-dlq'))?.body, (await receive('notify-dlq'))?.body]).toEqual(['poison', 'poison']);
  });
});
