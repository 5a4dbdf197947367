import { randomUUID } from 'node:crypto';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { MessageQueue } from '#functions/platform/adapters/message-queue.ts';

export interface Clock {
  now: number;
}

interface Message {
  id: string;
  body: string;
  sentAt: number;
  visibleAt: number;
  receives: number;
}

const batchSize = 10;
const context = { getRemainingTimeInMillis: () => 120_000 } as Context;

/**
 * An SQS queue with its event source mapping: messages are hidden, retried, counted and dead-lettered as in AWS. The
 * clock jumps to the next event.
 */
export const queueInVirtualTime = (
  clock: Clock,
  { maxReceiveCount, visibilitySeconds = 120 }: { maxReceiveCount: number; visibilitySeconds?: number },
) => {
  const messages = new Map<string, Message>();
  const deadLetters: Message[] = [];
  let worker: (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

  const recordOf = ({ id, body, sentAt, receives }: Message): SQSRecord => ({
    messageId: id,
    receiptHandle: id,
    body,
    attributes: {
      ApproximateReceiveCount: String(receives),
      SentTimestamp: String(sentAt),
      SenderId: '',
      ApproximateFirstReceiveTimestamp: String(sentAt),
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:virtual',
    awsRegion: 'us-east-1',
  });

  const queue: MessageQueue = {
    async delay({ messageId }, seconds) {
      const message = messages.get(messageId);
      if (message) message.visibleAt = clock.now + seconds * 1000;
    },
    async giveUp({ messageId }) {
      const message = messages.get(messageId);
      if (message) deadLetters.push(message);
    },
  };

  const receive = (): Message[] => {
    const batch: Message[] = [];
    const waiting = [...messages.values()].sort((a, b) => a.visibleAt - b.visibleAt);
    for (const message of waiting) {
      if (message.visibleAt > clock.now || batch.length === batchSize) break;
      if (message.receives >= maxReceiveCount) {
        messages.delete(message.id);
        deadLetters.push(message);
        continue;
      }
      message.receives++;
      message.visibleAt = clock.now + visibilitySeconds * 1000;
      batch.push(message);
    }
    return batch;
  };

  return {
    queue,
    deadLetters,
    maxReceives: 0,
    workedBy(given: typeof worker) {
      worker = given;
    },
    send(body: object) {
      const id = randomUUID();
      messages.set(id, { id, body: JSON.stringify(body), sentAt: clock.now, visibleAt: clock.now, receives: 0 });
    },
    get waiting(): number {
      return messages.size;
    },
    /** Runs the worker until the instant, or until nothing is left. */
    async runUntil(instant: number): Promise<void> {
      while (messages.size > 0) {
        const next = Math.min(...[...messages.values()].map(({ visibleAt }) => visibleAt));
        if (next > instant) break;
        clock.now = Math.max(clock.now, next);
        const batch = receive();
        if (batch.length === 0) continue;
        const { batchItemFailures } = await worker({ Records: batch.map(recordOf) }, context);
        const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
        for (const { id, receives } of batch) {
          this.maxReceives = Math.max(this.maxReceives, receives);
          if (!failed.has(id)) messages.delete(id);
        }
      }
      clock.now = Math.max(clock.now, Math.min(instant, Number.MAX_SAFE_INTEGER));
    },
  };
};
