import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { pause } from '#local/sleep.ts';
import type { Poller } from '#local/streams/stream-poller.ts';

const WAIT_SECONDS = 20;

/**
 * Lambda's event source mapping for a queue: receives up to `atOnce` messages, calls the worker, deletes what it did. What
 * failed stays hidden until its visibility timeout, comes again, and goes to the dead-letter queue in the end.
 */
export function startQueuePoller(options: {
  queueUrl: string;
  queueName: string;
  atOnce: number;
  deliver: (event: SQSEvent) => Promise<SQSBatchResponse | undefined>;
  report?: (message: string) => void;
}): Poller {
  const { queueUrl, queueName, atOnce, deliver, report = (message) => process.stderr.write(`${message}\n`) } = options;
  // The endpoint is the environment's, as for every other client; queue URLs may be of an earlier start.
  const client = new SQSClient({ useQueueUrlAsEndpoint: false });
  const stopping = new AbortController();
  const arn = `arn:aws:sqs:us-east-1:000000000000:${queueName}`;

  const round = async (): Promise<void> => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: atOnce,
        WaitTimeSeconds: WAIT_SECONDS,
        MessageSystemAttributeNames: ['All'],
      }),
      { abortSignal: stopping.signal },
    );
    if (Messages.length === 0) return;
    const done = await succeeded(Messages, arn, deliver);
    if (done.length === 0) return;
    const entries = done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }));
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await round();
      } catch (error) {
        if (stopping.signal.aborted) break;
        report(`queue ${queueName}: ${error instanceof Error ? error.message : String(error)}`);
        await pause(500, stopping.signal);
      }
    }
    client.destroy();
  };

  const running = run();
  return {
    async close() {
      stopping.abort();
      await running;
    },
  };
}

async function succeeded(
  messages: Message[],
  arn: string,
  deliver: (event: SQSEvent) => Promise<SQSBatchResponse | undefined>,
): Promise<Message[]> {
  try {
    const response = await deliver({ Records: messages.map((message) => recordOf(message, arn)) });
    const failed = new Set(response?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const known = [...failed].every((id) => messages.some(({ MessageId }) => MessageId === id));
    // As Lambda does with an identifier that it did not send: the whole batch counts as failed.
    return known ? messages.filter(({ MessageId }) => !failed.has(MessageId ?? '')) : [];
  } catch {
    return [];
  }
}

function recordOf(message: Message, arn: string): SQSRecord {
  const { Attributes = {} } = message;
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: {
      ...Attributes,
      ApproximateReceiveCount: Attributes.ApproximateReceiveCount ?? '1',
      SentTimestamp: Attributes.SentTimestamp ?? '',
      SenderId: Attributes.SenderId ?? '',
      ApproximateFirstReceiveTimestamp: Attributes.ApproximateFirstReceiveTimestamp ?? '',
    },
    messageAttributes: {},
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: arn,
    awsRegion: 'us-east-1',
  };
}
