import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBBatchResponse, DynamoDBRecord, SQSBatchResponse } from 'aws-lambda';
import { type FunctionName, functions } from '#infra/functions.ts';
import { messagesAtOnce, type queues } from '#infra/queues.ts';
import { projectedItems, type StreamName } from '#infra/streams.ts';
import { openStreamTrimmer } from '#local/aws/dynamodb/stream-trimmer.ts';
import { TABLE_NAME } from '#local/environment.ts';
import { FunctionError, type FunctionHost } from '#local/function-host.ts';
import { pause } from '#local/sleep.ts';
import { type Poller, startStreamPoller } from '#local/streams/stream-poller.ts';
import { StreamSource } from '#local/streams/stream-source.ts';
import { startQueuePoller } from './queue-poller.ts';
import { startSchedule } from './schedule.ts';
import { triggered, undeliveredQueue } from './triggers.ts';

export interface EventSources {
  /** Somebody else has written to the table: the stream may have something new. */
  wake(): void;
  /** Resolves when every batch in hand is done. */
  close(): Promise<void>;
}

export interface EventSourceSettings {
  dataDir: string;
  /** The file whose stream may be forgotten once its readers have it behind them. */
  streamPath: string | undefined;
  /** Name → address. */
  queueUrls: Readonly<Record<string, string>>;
}
interface Given extends EventSourceSettings {
  functions: FunctionHost;
}

/**
 * So long the writes of a busy time gather before they are read: the first one after a pause at once. What a batch says
 * about one list is written once, so that a little patience saves most of the work. Lambda asks a stream four times a
 * second.
 */
const GATHER_MS = 60;
const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const SETTLED_MS = 10 * 60_000;
const FIRST_RUN_MS = 3_000;

/** What invokes the functions that no request invokes, as the privilege table says: stream, queues, schedules. */
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
 * Streams and schedules wait where too many functions run, and a call that was not let in counts as no try. A queue lets
 * its messages come again when their visibility timeout is over.
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

/** The filter of a reader's event source mapping, as infra/constructs/stream-reader.ts sets it. */
export const isFor =
  (stream: StreamName) =>
  ({ eventName, dynamodb }: DynamoDBRecord): boolean => {
    if (stream !== 'projections') return eventName === 'INSERT' && dynamodb?.NewImage?.stream?.S === stream;
    const sk = dynamodb?.Keys?.sk?.S ?? '';
    return (
      projectedItems.equal.some((one) => one === sk) || projectedItems.beginning.some((prefix) => sk.startsWith(prefix))
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
  // Only what every reader has behind it may be forgotten.
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

function queueSource(name: FunctionName, queueName: string, { functions: host, queueUrls }: Given): Poller {
  return startQueuePoller({
    queueName,
    queueUrl: queueUrls[queueName] ?? '',
    atOnce: messagesAtOnce(queueName as keyof typeof queues),
    deliver: async (event) => (await host.invoke(name, event)) as SQSBatchResponse | undefined,
  });
}

function scheduleSource(name: FunctionName, schedule: string, host: FunctionHost): Poller {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  if (!count || !unit) throw new Error(`${name} has a schedule that is not a rate: ${schedule}`);
  return startSchedule({
    name,
    everyMs: Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS],
    // What runs hourly or daily looks at a product that has settled.
    firstMs: unit === 'minute' ? FIRST_RUN_MS : SETTLED_MS,
    invoke: (event) => host.invoke(name, event),
  });
}
