import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { type Operation, operation, type Running, ServiceError, startJsonService } from '#local/aws/json-service.ts';
import { QueueStore, type ReceivedMessage } from './queue-store.ts';

export class QueueWaiters {
  readonly #waiting = new Map<string, Set<() => void>>();
  #ended = false;

  /** Resolves on a message, after `milliseconds`, when the caller disconnects, or when the server stops. */
  wait(queue: string, milliseconds: number, disconnected: AbortSignal): Promise<void> {
    if (this.#ended || disconnected.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(queue) ?? new Set();
      this.#waiting.set(queue, waiting);
      const wake = () => {
        clearTimeout(timer);
        disconnected.removeEventListener('abort', wake);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      disconnected.addEventListener('abort', wake);
      waiting.add(wake);
    });
  }

  wake(queue: string): void {
    for (const wake of this.#waiting.get(queue) ?? []) wake();
  }

  end(): void {
    this.#ended = true;
    for (const queue of this.#waiting.keys()) this.wake(queue);
  }

  get ended(): boolean {
    return this.#ended;
  }
}

const MESSAGE_LIMIT_BYTES = 1024 * 1024;

const QueueUrl = z.string();
const ReceiptHandle = z.string();
const Visibility = z.int().min(0).max(43_200);
interface QueueDefinition {
  name: string;
  visibilitySeconds: number;
  redrive?: { deadLetterQueue: string; maxReceiveCount: number };
}

interface Deps {
  definitions: Map<string, QueueDefinition>;
  store: QueueStore;
  waiters: QueueWaiters;
  queueUrl(name: string): string;
}

export function queueOperations(deps: Deps): Record<string, Operation> {
  return { ...sendOperations(deps), ...receiveOperations(deps), ...queueInformation(deps), ...moveOperations(deps) };
}

function sendOperations({ definitions, store, waiters }: Deps): Record<string, Operation> {
  return {
    SendMessage: operation(z.object({ QueueUrl, MessageBody: z.string().min(1) }), (input) => {
      const { name } = queueOf(definitions, input.QueueUrl);
      if (Buffer.byteLength(input.MessageBody) > MESSAGE_LIMIT_BYTES)
        throw fault('InvalidParameterValue', `A send must be shorter than ${MESSAGE_LIMIT_BYTES} bytes.`);
      const MessageId = store.send(name, input.MessageBody);
      waiters.wake(name);
      return { MessageId, MD5OfMessageBody: md5(input.MessageBody) };
    }),
  };
}

function receiveOperations(deps: Deps): Record<string, Operation> {
  const { definitions, store } = deps;
  return {
    ReceiveMessage: operation(
      z.object({
        QueueUrl,
        MaxNumberOfMessages: z.int().min(1).max(10).default(1),
        VisibilityTimeout: Visibility.optional(),
        WaitTimeSeconds: z.number().min(0).max(20).default(0),
      }),
      async (input, _headers, disconnected) => {
        const queue = queueOf(definitions, input.QueueUrl);
        const messages = await receive(deps, queue, {
          max: input.MaxNumberOfMessages,
          visibilitySeconds: input.VisibilityTimeout ?? queue.visibilitySeconds,
          until: Date.now() + input.WaitTimeSeconds * 1000,
          gone: disconnected,
        });
        return { Messages: messages.map(received) };
      },
    ),
    // As in SQS, deleting a deleted message is no error.
    DeleteMessageBatch: operation(
      z.object({
        QueueUrl,
        Entries: z
          .array(z.object({ Id: z.string().min(1), ReceiptHandle }))
          .min(1)
          .max(10),
      }),
      ({ QueueUrl: url, Entries }) => {
        const { name } = queueOf(definitions, url);
        for (const entry of Entries) store.delete(name, entry.ReceiptHandle);
        return { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] };
      },
    ),
    ChangeMessageVisibility: operation(
      z.object({ QueueUrl, ReceiptHandle, VisibilityTimeout: Visibility }),
      (input) => {
        const { name } = queueOf(definitions, input.QueueUrl);
        if (!store.changeVisibility(name, input.ReceiptHandle, input.VisibilityTimeout))
          throw fault('MessageNotInflight', 'The message is not in flight.');
        // Callers waiting for the next due message must check again: it may now be due earlier.
        deps.waiters.wake(name);
        return {};
      },
    ),
  };
}

function queueInformation({ definitions, store, queueUrl }: Deps): Record<string, Operation> {
  return {
    ListQueues: operation(z.object({}), () => ({ QueueUrls: [...definitions.keys()].map(queueUrl) })),
    GetQueueAttributes: operation(z.object({ QueueUrl }), (input) => {
      return { Attributes: attributesOf(queueOf(definitions, input.QueueUrl), store) };
    }),
  };
}

/** In AWS a move is an asynchronous task; here it is complete on return. Tasks are lost on restart. */
function moveOperations({ definitions, store, waiters }: Deps): Record<string, Operation> {
  const tasks = new Map<string, { StartedTimestamp: number }[]>();
  const nameOf = (arn: string): string => queueOf(definitions, arn.replaceAll(':', '/')).name;
  const deadLetterQueue = (arn: string): string => {
    const name = nameOf(arn);
    if (![...definitions.values()].some(({ redrive }) => redrive?.deadLetterQueue === name))
      throw fault('UnsupportedOperation', 'Source queue must be configured as a Dead Letter Queue.');
    return name;
  };
  return {
    StartMessageMoveTask: operation(
      z.object({ SourceArn: z.string(), DestinationArn: z.string().optional() }),
      ({ SourceArn, DestinationArn }) => {
        const name = deadLetterQueue(SourceArn);
        const before = tasks.get(name) ?? [];
        const ended = {
          ...(DestinationArn
            ? { Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: store.sendBack(name, nameOf(DestinationArn)) }
            : { Status: 'FAILED', FailureReason: 'CouldNotDetermineMessageSource' }),
          SourceArn,
          DestinationArn,
          StartedTimestamp: Math.max(Date.now(), (before[0]?.StartedTimestamp ?? 0) + 1),
        };
        tasks.set(name, [ended, ...before].slice(0, 10));
        for (const queue of definitions.keys()) waiters.wake(queue);
        return { TaskHandle: md5(`${SourceArn} ${ended.StartedTimestamp}`) };
      },
    ),
    ListMessageMoveTasks: operation(
      z.object({ SourceArn: z.string(), MaxResults: z.int().min(1).max(10).default(1) }),
      ({ SourceArn, MaxResults }) => ({ Results: tasks.get(deadLetterQueue(SourceArn))?.slice(0, MaxResults) ?? [] }),
    ),
  };
}

async function receive(
  { store, waiters }: Deps,
  { name, redrive }: QueueDefinition,
  wanted: { max: number; visibilitySeconds: number; until: number; gone: AbortSignal },
): Promise<ReceivedMessage[]> {
  for (;;) {
    // A disconnected caller would hide the message from others until its timeout.
    if (wanted.gone.aborted || waiters.ended) return [];
    if (redrive && store.moveExhausted(name, redrive.deadLetterQueue, redrive.maxReceiveCount) > 0) {
      waiters.wake(redrive.deadLetterQueue);
    }
    const messages = store.receive(name, wanted.max, wanted.visibilitySeconds);
    const now = Date.now();
    if (messages.length > 0 || now >= wanted.until) return messages;
    const next = store.nextVisibleAt(name) ?? wanted.until;
    await waiters.wait(name, Math.max(1, Math.min(next, wanted.until) - now), wanted.gone);
  }
}

function received(message: ReceivedMessage) {
  const system = {
    SenderId: '000000000000',
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(message.receiveCount),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
  };
  return {
    MessageId: message.id,
    ReceiptHandle: message.receiptHandle,
    Body: message.body,
    MD5OfBody: md5(message.body),
    Attributes: system,
  };
}

function attributesOf({ name, visibilitySeconds, redrive }: QueueDefinition, store: QueueStore) {
  const { visible, inFlight } = store.count(name);
  return {
    QueueArn: arnOf(name),
    VisibilityTimeout: String(visibilitySeconds),
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ...(redrive && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: arnOf(redrive.deadLetterQueue),
        maxReceiveCount: redrive.maxReceiveCount,
      }),
    }),
  };
}

/** Finds a queue by name or URL; the URL's host is ignored, so that URLs from before a port change work. */
function queueOf(definitions: Map<string, QueueDefinition>, nameOrUrl: string): QueueDefinition {
  const queue = definitions.get(nameOrUrl.slice(nameOrUrl.lastIndexOf('/') + 1));
  if (!queue) throw fault('QueueDoesNotExist', 'The specified queue does not exist.');
  return queue;
}

function arnOf(queue: string): string {
  return `arn:aws:sqs:us-east-1:000000000000:${queue}`;
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function fault(type: string, message: string): ServiceError {
  return new ServiceError(`com.amazonaws.sqs#${type}`, message);
}

export interface LocalQueue {
  name: string;
  visibilitySeconds: number;
  /** After this many receives a message goes to `${name}-dlq`. */
  maxReceiveCount: number;
}

export interface RunningQueues extends Running {
  queueUrl(name: string): string;
  send(name: string, body: string): Promise<void>;
  /** At start, before consumers run: messages in flight of a killed process become visible at once. */
  releaseInFlight(): void;
}

/** SQS standard queues with dead-letter queues, in one SQLite file in `dataDir`. */
export async function startQueues(options: {
  port: number;
  dataDir: string;
  queues: LocalQueue[];
}): Promise<RunningQueues> {
  const definitions = new Map<string, QueueDefinition>();
  for (const { name, visibilitySeconds, maxReceiveCount } of options.queues) {
    const deadLetterQueue = `${name}-dlq`;
    definitions.set(name, { name, visibilitySeconds, redrive: { deadLetterQueue, maxReceiveCount } });
    definitions.set(deadLetterQueue, { name: deadLetterQueue, visibilitySeconds });
  }
  const store = new QueueStore(join(options.dataDir, 'queues.sqlite'));
  const waiters = new QueueWaiters();
  let url = '';
  const queueUrl = (name: string): string => {
    if (!definitions.has(name)) throw new Error(`There is no queue ${name}`);
    return `${url}/000000000000/${name}`;
  };
  const running = await startJsonService({
    port: options.port,
    target: 'AmazonSQS',
    contentType: '1.0',
    operations: queueOperations({ definitions, store, waiters, queueUrl }),
    bodyLimitBytes: 4_000_000,
  });
  url = running.url;
  return {
    ...running,
    queueUrl,
    async send(name, body) {
      queueUrl(name);
      store.send(name, body);
      waiters.wake(name);
    },
    releaseInFlight() {
      store.releaseInFlight();
      for (const name of definitions.keys()) waiters.wake(name);
    },
    async close() {
      waiters.end();
      await running.close();
      store.close();
    },
  };
}
