import { setTimeout as pause } from 'node:timers/promises';
import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  paginateListQueues,
  ReceiveMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { stackNameOf } from '#infra/config.ts';
import { dataDirFromEnvironment, runningProduct } from '#local/data-dir.ts';
import { LOCAL_CREDENTIALS, REGION } from '#local/environment.ts';
import { command, flag, showProgress, text, UsageError } from '../command.ts';

interface DeadLetters {
  /** Short name: `notifyWorkDeadLetters` in AWS, `notify-dlq` locally. */
  name: string;
  url: string;
  arn: string;
  waiting: number;
  /** ARN of the source queue; undefined for messages that Lambda or EventBridge gave up. */
  source: string | undefined;
}

const Redrive = z.string().transform((text) => z.object({ deadLetterTargetArn: z.string() }).parse(JSON.parse(text)));

/** Removes CloudFormation's additions: stack, hash of the logical id, random suffix. */
export const shortName = (queue: string, prefix: string): string =>
  queue.slice(prefix.length).replace(/([0-9A-F]{8})?-[A-Za-z0-9]{10,}$/, '');

/** Returns the dead-letter queues with a prefix (`Stillwater-prod-Events-`; '' locally), by name. */
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

const Given = z.object({ 'detail-type': z.string(), time: z.string(), detail: z.unknown() });

/** Shows the first ten messages, which contain only ids, and deletes none. */
export const linesOf = async (sqs: SQSClient, { url }: DeadLetters): Promise<string[]> => {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
  );
  return Messages.map(({ Body = '' }) => {
    const input = Given.safeParse(parsed(Body));
    if (!input.success) return Body.slice(0, 240);
    const { 'detail-type': type, time, detail } = input.data;
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

/** Returns how many messages went back after SQS has finished; each effect still happens once (decision 0025). */
export const sendAgain = async (
  sqs: SQSClient,
  { name, arn, source }: DeadLetters,
  report: (moved: number) => void = () => {},
): Promise<number> => {
  const newest = async () => (await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: arn }))).Results?.[0];
  const before = (await newest())?.StartedTimestamp;
  // SQS does not know the source of messages sent by workers and EventBridge themselves.
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

function queuesHere(stage: string | undefined): SQSClient {
  if (stage) return new SQSClient({ region: process.env.AWS_REGION ?? REGION });
  const product = runningProduct(dataDirFromEnvironment());
  if (!product) throw new Error('No local product is running. Run npm start, or set --stage to use AWS.');
  return new SQSClient({ endpoint: product.queuesUrl, region: REGION, credentials: LOCAL_CREDENTIALS });
}

export const queuesCommand = command({
  name: 'queues',
  options: { stage: text, 'send-again': flag },
  word: true,
  schema: z.object({ stage: z.string().optional(), 'send-again': z.boolean().optional() }),
  usage: `queues [QUEUE] [--stage STAGE] [--send-again]
  Says what work was given up: how many messages wait in each dead-letter queue; of one queue, what its first ten are.
  With --send-again its messages go back to their worker, once what stopped them is mended, and it says how many went.
  In AWS with --stage.`,
  async run({ stage, 'send-again': again }, wanted) {
    const sqs = queuesHere(stage);
    const all = await deadLetterQueues(sqs, stage ? `${stackNameOf({ stage }, 'Events')}-` : '');
    if (wanted === undefined) {
      if (again) throw new UsageError('Say which queue is sent again.');
      const lines = all.map(({ name, waiting }) => `${String(waiting).padStart(7)}  ${name}`);
      return [...lines, all.some(({ waiting }) => waiting) ? '' : 'All dead-letter queues are empty.']
        .join('\n')
        .trimEnd();
    }
    const queue = all.find(({ name }) => name === wanted);
    if (!queue) throw new Error(`Unknown queue ${wanted}. Queues: ${all.map(({ name }) => name).join(', ')}`);
    if (!again) return [`${queue.waiting} wait in ${wanted}.`, ...(await linesOf(sqs, queue))].join('\n');
    if (!queue.source)
      throw new Error(`What waits in ${wanted} has no worker to go back to: docs/operations.md says what it means.`);
    const moved = await sendAgain(sqs, queue, (so) => showProgress(`${so} messages have gone back`));
    return `\r${moved} messages of ${wanted} went back to their worker.`;
  },
});
