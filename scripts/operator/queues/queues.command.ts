import { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { stackNameOf } from '#infra/config.ts';
import { dataDirFromEnvironment, runningProduct } from '#local/data-dir.ts';
import { LOCAL_CREDENTIALS, REGION } from '#local/environment.ts';
import { command, flag, showProgress, text, UsageError } from '../command.ts';
import { deadLetterQueues, linesOf, sendAgain } from './dead-letters.ts';

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
