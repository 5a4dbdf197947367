import { SQSClient } from '@aws-sdk/client-sqs';
import { sqsMessageQueue } from '#functions/platform/adapters/message-queue.ts';
import { createWorker, type EventHandlers, type WorkerDependencies } from '#functions/platform/workers/worker.ts';
import { clientTimeouts, logger, now } from '../wiring.ts';

/** Handles the messages of a queue, whose address is taken from each message. */
export const work = (
  handlers: EventHandlers,
  others: Pick<WorkerDependencies, 'onMailSent' | 'onMailFailed' | 'onScanned'> = {},
) => {
  const client = new SQSClient({ useQueueUrlAsEndpoint: false, ...clientTimeouts(2_000) });
  return createWorker(handlers, { logger, queue: sqsMessageQueue(client), now, ...others });
};
