import { setTimeout as pause } from 'node:timers/promises';
import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  paginateListQueues,
  ReceiveMessageCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import * as z from 'zod';

/** A queue of work that was given up. */
export interface DeadLetters {
  /** As somebody types it: `notifyWorkDeadLetters` in AWS, `notify-dlq` here. */
  name: string;
  url: string;
  arn: string;
  /** About how many messages can be received now. */
  waiting: number;
  /** ARN of the queue that they go back to; what Lambda gave up or no rule took has none, and tells what was lost. */
  source: string | undefined;
}

const Redrive = z.string().transform((text) => z.object({ deadLetterTargetArn: z.string() }).parse(JSON.parse(text)));

/** Without what CloudFormation adds: the stack before, the logical id's hash and the random end after it. */
export const shortName = (queue: string, prefix: string): string =>
  queue.slice(prefix.length).replace(/([0-9A-F]{8})?-[A-Za-z0-9]{10,}$/, '');

/** Every dead-letter queue whose name begins with the prefix (`Stillwater-prod-Events-`; '' here), by name. */
export const deadLetterQueues = async (sqs: SQSClient, prefix: string): Promise<DeadLetters[]> => {
  const urls: string[] = [];
  for await (const page of paginateListQueues({ client: sqs, pageSize: 100 }, { QueueNamePrefix: prefix }))
    urls.push(...(page.QueueUrls ?? []));
  const queues = await Promise.all(
    urls.map(async (url) => {
      const { Attributes = {} } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
      );
      return { url, attributes: Attributes };
    }),
  );
  const sources = new Map(
    queues.flatMap(({ attributes: { RedrivePolicy, QueueArn } }) =>
      RedrivePolicy ? [[Redrive.parse(RedrivePolicy).deadLetterTargetArn, QueueArn] as const] : [],
    ),
  );
  return queues
    .flatMap(({ url, attributes: { QueueArn: arn = '', ApproximateNumberOfMessages = '0' } }) => {
      const name = shortName(url.slice(url.lastIndexOf('/') + 1), prefix);
      const source = sources.get(arn);
      return source || /DeadLetters$|UnroutedEvents$/.test(name)
        ? [{ name, url, arn, waiting: Number(ApproximateNumberOfMessages), source }]
        : [];
    })
    .sort((a, b) => a.name.localeCompare(b.name));
};

/** What EventBridge put into the queue: which event, of when, with the ids that it tells. */
const Given = z.object({ 'detail-type': z.string(), time: z.string(), detail: z.unknown() });

/** A line for each of the first ten messages; they hold ids alone. Looking at them takes none away. */
export const linesOf = async (sqs: SQSClient, { url }: DeadLetters): Promise<string[]> => {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
  );
  return Messages.map(({ Body = '' }) => {
    const given = Given.safeParse(parsed(Body));
    if (!given.success) return Body.slice(0, 240);
    const { 'detail-type': type, time, detail } = given.data;
    return `${time} ${type} ${JSON.stringify(detail)}`.slice(0, 240);
  });
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Gives a queue's messages back to the worker that gave them up; each effect still happens once (decision 0025).
 * Answers how many went, when SQS has ended. Throws in plain words where it could not move all.
 */
export const sendAgain = async (
  sqs: SQSClient,
  { name, arn, source }: DeadLetters,
  report: (moved: number) => void = () => {},
): Promise<number> => {
  const newest = async () => (await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: arn }))).Results?.[0];
  const before = (await newest())?.StartedTimestamp;
  // Workers and EventBridge put into the queue themselves: of such a message SQS does not know where it came from.
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn, DestinationArn: source }));
  for (;;) {
    const task = await newest();
    const status = task?.StartedTimestamp === before ? undefined : task?.Status;
    const moved = task?.ApproximateNumberOfMessagesMoved ?? 0;
    if (status === 'COMPLETED') return moved;
    if (status === 'FAILED' || status === 'CANCELLED')
      throw new Error(`SQS moved ${moved} messages of ${name} and then stopped: ${task?.FailureReason ?? status}`);
    if (status) report(moved);
    await pause(2_000);
  }
};
