import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqsMessageQueue } from '#functions/platform/adapters/message-queue.ts';
import { type RunningQueues, startQueues } from '#local/aws/queues/queues.ts';
import { LOCAL_CREDENTIALS, REGION } from '#local/environment.ts';
import { deadLetterQueues, linesOf, sendAgain, shortName } from './queues.command.ts';

describe('dead-letter queues', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dead-letters-'));
  let queues: RunningQueues;
  let sqs: SQSClient;
  beforeAll(async () => {
    const definitions = ['notify', 'zips'].map((name) => ({ name, visibilitySeconds: 30, maxReceiveCount: 1 }));
    queues = await startQueues({ port: 0, dataDir, queues: definitions });
    sqs = new SQSClient({ endpoint: queues.url, region: REGION, credentials: LOCAL_CREDENTIALS });
  });
  afterAll(async () => {
    sqs.destroy();
    await queues.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const receive = async (name: string, VisibilityTimeout: number) => {
    const command = new ReceiveMessageCommand({ QueueUrl: queues.queueUrl(name), VisibilityTimeout });
    return (await sqs.send(command)).Messages ?? [];
  };
  const found = async (name: string) => {
    const queue = (await deadLetterQueues(sqs, '')).find((one) => one.name === name);
    if (!queue) throw new Error(`no ${name}`);
    return queue;
  };

  it('counts messages by queue, shows their events, and redrives them', async () => {
    const event = { 'detail-type': 'intake.submitted', time: '2026-11-01T03:12:00Z', detail: { submission_id: 's' } };
    await queues.send('notify', JSON.stringify(event));
    expect(await receive('notify', 0)).toHaveLength(1);
    // Received as often as allowed: the next receive moves it.
    expect(await receive('notify', 0)).toEqual([]);
    expect((await deadLetterQueues(sqs, '')).map(({ name, waiting }) => [name, waiting])).toEqual([
      ['notify-dlq', 1],
      ['zips-dlq', 0],
    ]);
    const queue = await found('notify-dlq');
    const line = '2026-11-01T03:12:00Z intake.submitted {"submission_id":"s"}';
    expect(await linesOf(sqs, queue)).toEqual([line]);
    // Showing messages deletes none.
    expect(await linesOf(sqs, queue)).toEqual([line]);

    expect(await sendAgain(sqs, queue)).toBe(1);
    expect((await found('notify-dlq')).waiting).toBe(0);
    const [back] = await receive('notify', 30);
    expect(JSON.parse(back?.Body ?? '')).toEqual(event);
  });

  it('redrives a message that the worker itself sent to the dead-letter queue', async () => {
    const endpoint = { endpoint: queues.url, useQueueUrlAsEndpoint: false, region: REGION };
    const client = new SQSClient({ ...endpoint, credentials: LOCAL_CREDENTIALS });
    const eventSourceARN = 'arn:aws:sqs:us-east-1:000000000000:notify';
    const given = { eventSourceARN, body: 'refused for good' } as SQSRecord;
    const { giveUp } = sqsMessageQueue(client);
    await giveUp(given);
    await giveUp(given);
    client.destroy();
    const queue = await found('notify-dlq');
    // Without a destination SQS accepts the task and then fails it.
    await expect(sendAgain(sqs, { ...queue, source: undefined })).rejects.toThrow(
      'SQS moved 0 messages of notify-dlq and then stopped: CouldNotDetermineMessageSource',
    );
    expect((await found('notify-dlq')).waiting).toBe(2);
    expect(await sendAgain(sqs, queue)).toBe(2);
    expect((await found('notify-dlq')).waiting).toBe(0);
    expect((await receive('notify', 30)).map(({ Body }) => Body)).toEqual(['refused for good']);
  });

  it('shows a message that is no event as it is', async () => {
    await sqs.send(new SendMessageCommand({ QueueUrl: queues.queueUrl('zips-dlq'), MessageBody: 'not JSON' }));
    expect(await linesOf(sqs, await found('zips-dlq'))).toEqual(['not JSON']);
  });

  it('rejects a queue without a redrive source', async () => {
    const other = { ...(await found('zips-dlq')), arn: (await found('zips-dlq')).arn.replace('-dlq', '') };
    await expect(sendAgain(sqs, other)).rejects.toThrow('Dead Letter Queue');
  });

  it.each([
    ['Stillwater-prod-Events-notifyWorkDeadLetters6F2A1B3C-AbCdEfGhIj12', 'notifyWorkDeadLetters'],
    ['Stillwater-prod-Events-UnroutedEvents0A1B2C3D-zYxWvUtSrQp9', 'UnroutedEvents'],
  ])('gives queues short names: %s', (queue, name) => {
    expect(shortName(queue, 'Stillwater-prod-Events-')).toBe(name);
  });
});
