import { join } from 'node:path';
import { type Running, startJsonService } from '#local/aws/json-service.ts';
import { type QueueDefinition, queueOperations } from './queue-operations.ts';
import { QueueStore } from './queue-store.ts';
import { QueueWaiters } from './queue-waiters.ts';

export interface LocalQueue {
  name: string;
  visibilitySeconds: number;
  /** After that many receives a message that comes back goes to `${name}-dlq`. */
  maxReceiveCount: number;
}

export interface RunningQueues extends Running {
  queueUrl(name: string): string;
  /** Resolves once the message is on disk. */
  send(name: string, body: string): Promise<void>;
  /** For the start, before consumers run: what a killed process had in flight can be received at once. */
  releaseInFlight(): void;
}

/** SQS standard queues, each with its dead-letter queue, kept in one SQLite file in `dataDir`. */
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
