import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { type Deliver, deliverAll, type FailedBatch } from './stream-poller.ts';

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
