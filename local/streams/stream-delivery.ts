import { randomUUID } from 'node:crypto';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { pause } from '../sleep.ts';

export type Deliver = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | undefined>;

/** What Lambda sends to the on-failure destination of a stream: where the records are, not the records themselves. */
export interface FailedBatch {
  version: '1.0';
  timestamp: string;
  requestContext: { requestId: string; condition: 'RetryAttemptsExhausted'; approximateInvokeCount: number };
  DDBStreamBatchInfo: {
    streamArn: string;
    shardId: string;
    startSequenceNumber: string;
    endSequenceNumber: string;
    batchSize: number;
  };
}

interface Delivery {
  deliver: Deliver;
  onFailure: (batch: FailedBatch) => Promise<void>;
  streamArn: string;
  shardId: string;
  stop: AbortSignal;
  firstRetryMs?: number;
}

/** As the event source mappings of infra/ set it (quality C1). */
const RETRIES = 10;
const LONGEST_RETRY_MS = 1_000;

/**
 * Hands the records to the function in their order. The function says which record failed first, or throws: then the
 * batch is split in two until the offender stands alone. It is tried ten times more and then given up, so that one bad
 * record holds up the others for seconds and not for a day. False when it was stopped before the end.
 */
export async function deliverAll(records: DynamoDBRecord[], delivery: Delivery): Promise<boolean> {
  let rest = records;
  while (rest.length > 0) {
    if (delivery.stop.aborted) return false;
    const failed = await failedAt(rest, delivery.deliver);
    if (failed === rest.length) return true;
    if (failed === 'unknown' && rest.length > 1) {
      const middle = Math.ceil(rest.length / 2);
      return (await deliverAll(rest.slice(0, middle), delivery)) && deliverAll(rest.slice(middle), delivery);
    }
    const at = failed === 'unknown' ? 0 : failed;
    const [offender] = rest.slice(at);
    if (!offender || !(await retryAlone(offender, delivery))) return false;
    rest = rest.slice(at + 1);
  }
  return true;
}

// The index of the first record that failed, the length when none did.
async function failedAt(records: DynamoDBRecord[], deliver: Deliver): Promise<number | 'unknown'> {
  let failures: DynamoDBBatchResponse['batchItemFailures'];
  try {
    failures = (await deliver({ Records: records }))?.batchItemFailures ?? [];
  } catch {
    return 'unknown';
  }
  if (failures.length === 0) return records.length;
  const sequences = records.map((record) => record.dynamodb?.SequenceNumber);
  const indexes = failures.map(({ itemIdentifier }) => sequences.indexOf(itemIdentifier));
  // As Lambda does with an identifier that it did not send: the whole batch counts as failed.
  return indexes.includes(-1) ? 'unknown' : Math.min(...indexes);
}

async function retryAlone(record: DynamoDBRecord, delivery: Delivery): Promise<boolean> {
  let wait = delivery.firstRetryMs ?? 50;
  for (let retry = 0; retry < RETRIES; retry += 1) {
    await pause(wait, delivery.stop);
    if (delivery.stop.aborted) return false;
    wait = Math.min(wait * 2, LONGEST_RETRY_MS);
    if ((await failedAt([record], delivery.deliver)) === 1) return true;
  }
  const sequence = record.dynamodb?.SequenceNumber ?? '';
  await delivery.onFailure({
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId: randomUUID(),
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: RETRIES + 1,
    },
    DDBStreamBatchInfo: {
      streamArn: delivery.streamArn,
      shardId: delivery.shardId,
      startSequenceNumber: sequence,
      endSequenceNumber: sequence,
      batchSize: 1,
    },
  });
  return true;
}
