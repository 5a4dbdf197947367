import { randomUUID } from 'node:crypto';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  ScheduledEvent,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from 'aws-lambda';
import { type FunctionName, functions } from '#infra/functions.ts';
import { messagesAtOnce, projectedItems, type QueueName, type StreamName } from '#infra/queues.ts';
import { openStreamTrimmer } from '#local/aws/dynamodb/dynamodb.ts';
import { TABLE_NAME } from '#local/environment.ts';
import { FunctionError, type FunctionHost, triggered, undeliveredQueue } from '#local/function-host.ts';
import { pause } from '#local/sleep.ts';
import { type Poller, startStreamPoller } from '#local/streams/stream-poller.ts';
import { StreamSource } from '#local/streams/stream-source.ts';

const WAIT_SECONDS = 20;

/**
 * Lambda's event source mapping of a queue: receives up to `atOnce` messages, calls the worker, deletes the handled
 * ones. Failed ones stay hidden until their visibility timeout, are retried, and finally dead-lettered.
 */
export function startQueuePoller(options: {
  queueUrl: string;
  queueName: string;
  atOnce: number;
  deliver: (event: SQSEvent) => Promise<SQSBatchResponse | undefined>;
  report?: (message: string) => void;
}): Poller {
  const { queueUrl, queueName, atOnce, deliver, report = (message) => process.stderr.write(`${message}\n`) } = options;
  // The endpoint is the environment's, as for all clients; queue URLs may be from an earlier start.
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
    // As in Lambda, an unknown identifier fails the whole batch.
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

/** An EventBridge schedule of a function: once shortly after the start, then at its interval. Runs never overlap. */
export function startSchedule(options: {
  name: string;
  everyMs: number;
  firstMs: number;
  invoke: (event: ScheduledEvent) => Promise<unknown>;
  report?: (message: string) => void;
}): Poller {
  const { name, everyMs, firstMs, invoke, report = (message) => process.stderr.write(`${message}\n`) } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let closed = false;

  const plan = (milliseconds: number) => {
    if (closed) return;
    timer = setTimeout(() => {
      running = run();
    }, milliseconds);
  };
  const run = async () => {
    try {
      await invoke(scheduledEvent(name));
    } catch (error) {
      report(`schedule ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
    plan(everyMs);
  };
  plan(firstMs);
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function scheduledEvent(name: string): ScheduledEvent {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '000000000000',
    time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    region: 'us-east-1',
    resources: [`arn:aws:events:us-east-1:000000000000:rule/stillwater-${name}`],
    detail: {},
  };
}

export interface EventSources {
  /** Another process wrote to the table: the stream may have new records. */
  wake(): void;
  close(): Promise<void>;
}

export interface EventSourceSettings {
  dataDir: string;
  streamPath: string | undefined;
  queueUrls: Readonly<Record<string, string>>;
}
interface Given extends EventSourceSettings {
  functions: FunctionHost;
}

/**
 * Delay in milliseconds that gathers writes of a busy time; the first after a pause is read at once. A batch writes
 * each list once, so a short delay saves most of the work. Lambda polls a stream four times a second.
 */
const GATHER_MS = 60;
const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const SETTLED_MS = 10 * 60_000;
const FIRST_RUN_MS = 3_000;

/** Starts everything that invokes functions without a request, by the privilege table: stream, queues, schedules. */
export async function startEventSources(given: Given): Promise<EventSources> {
  const { functions: host } = given;
  const sources: Poller[] = [];
  const stopping = new AbortController();
  const patient = untilThrough(host, stopping.signal);
  const streamReaders: { name: FunctionName; stream: StreamName }[] = [];
  for (const name of triggered) {
    const row = functions[name];
    if (!('trigger' in row)) continue;
    if ('stream' in row.trigger) streamReaders.push({ name, stream: row.trigger.stream });
    else if ('queue' in row.trigger) sources.push(queueSource(name, row.trigger.queue, given));
    else if ('schedule' in row.trigger) sources.push(scheduleSource(name, row.trigger.schedule, patient));
  }
  const stream = await StreamSource.open(TABLE_NAME, GATHER_MS);
  sources.push(...(await streamSources(streamReaders, stream, { ...given, functions: patient })));
  return {
    wake: () => stream.writes.wake(),
    async close() {
      stopping.abort();
      await Promise.all(sources.map((source) => source.close()));
      stream.close();
    },
  };
}

/**
 * Streams and schedules wait while too many functions run, and a throttled call is not an attempt. A queue redelivers
 * after the visibility timeout.
 */
const untilThrough = (host: FunctionHost, stop: AbortSignal): FunctionHost => ({
  async invoke(...call) {
    for (;;) {
      try {
        return await host.invoke(...call);
      } catch (error) {
        if (!(error instanceof FunctionError && error.kind === 'Throttled') || stop.aborted) throw error;
        await pause(100, stop);
      }
    }
  },
});

/** Returns the filter of a stream reader's event source mapping, as in infra/stacks/events-stack.ts. */
export const isFor =
  (stream: StreamName) =>
  ({ eventName, dynamodb }: DynamoDBRecord): boolean => {
    if (stream !== 'projections') return eventName === 'INSERT' && dynamodb?.NewImage?.stream?.S === stream;
    const sk = dynamodb?.Keys?.sk?.S ?? '';
    return (
      projectedItems.equal.some((sortKey) => sortKey === sk) ||
      projectedItems.beginning.some((prefix) => sk.startsWith(prefix))
    );
  };

function streamSources(
  readers: { name: FunctionName; stream: StreamName }[],
  source: StreamSource,
  given: Given,
): Promise<Poller[]> {
  const { functions: host, dataDir, streamPath } = given;
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const trimmer = streamPath === undefined ? undefined : openStreamTrimmer(streamPath);
  const checkpoints = new Map<FunctionName, bigint>();
  // Trims only what every reader has passed.
  const trim = (name: FunctionName, sequence: string) => {
    checkpoints.set(name, BigInt(sequence));
    if (!trimmer || checkpoints.size < readers.length) return;
    const [slowest] = [...checkpoints.values()].sort((a, b) => Number(a - b));
    trimmer.trim(TABLE_NAME, String(slowest));
  };
  return Promise.all(
    readers.map(({ name, stream }) =>
      startStreamPoller({
        name,
        tableName: TABLE_NAME,
        source,
        dataDir,
        filter: isFor(stream),
        deliver: async (event) => (await host.invoke(name, event)) as DynamoDBBatchResponse | undefined,
        onFailure: async (batch) => {
          const QueueUrl = given.queueUrls[undeliveredQueue(name)];
          await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(batch) }));
        },
        onCheckpoint: (sequence) => trim(name, sequence),
      }),
    ),
  );
}

function queueSource(name: FunctionName, queueName: QueueName, { functions: host, queueUrls }: Given): Poller {
  return startQueuePoller({
    queueName,
    queueUrl: queueUrls[queueName] ?? '',
    atOnce: messagesAtOnce(queueName),
    deliver: async (event) => (await host.invoke(name, event)) as SQSBatchResponse | undefined,
  });
}

function scheduleSource(name: FunctionName, schedule: string, host: FunctionHost): Poller {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  if (!count || !unit) throw new Error(`${name} has a schedule that is not a rate: ${schedule}`);
  return startSchedule({
    name,
    everyMs: Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS],
    // Hourly and daily schedules run after the product has settled.
    firstMs: unit === 'minute' ? FIRST_RUN_MS : SETTLED_MS,
    invoke: (event) => host.invoke(name, event),
  });
}
