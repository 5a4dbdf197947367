import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { FunctionName } from '#infra/functions.ts';
import { type QueueName, queues } from '#infra/queues.ts';
import { streamOf } from '#tests/support/engines/table-stream.ts';
import { startGrantedFunctions } from './granted-functions.ts';

export const auditTrace = {
  actor: { id: null, name: 'System', role: null } as const,
  ip: null,
  requestId: 'test',
  now: new Date(),
};
export const nothingFailed = { batchItemFailures: [] };

const message = (body: object) => ({ messageId: randomUUID(), body: JSON.stringify(body), eventSource: 'aws:sqs' });

export const startGrantedProduct = async () => {
  const functions = await startGrantedFunctions();
  const { harness, state, run } = functions;
  let stream: ReturnType<typeof streamOf> | undefined;

  const streamReaders = async () => {
    const event = (name: string) => ({
      Records: state.streamed
        .filter((item) => item.stream?.S === name)
        .map((NewImage, n) => ({ eventName: 'INSERT', dynamodb: { SequenceNumber: String(n + 1), NewImage } })),
    });
    expect(await run('relay', event('outbox'))).toEqual(nothingFailed);
    state.streamed.length = 0;
  };

  const projector = async () => {
    stream ??= streamOf(harness.engine, harness.tableName);
    for (let Records = await stream.next(); Records.length; Records = await stream.next())
      expect(await run('projector', { Records })).toEqual(nothingFailed);
  };

  const queueWorkers = async () => {
    for (const [name, { events }] of Object.entries(queues) as [QueueName, { events: readonly string[] }][]) {
      const Records = state.published
        .filter(({ DetailType }) => events.includes(DetailType))
        .map(({ DetailType, Detail }) =>
          message({ source: 'stillwater', 'detail-type': DetailType, detail: JSON.parse(Detail) }),
        );
      expect(await run(name satisfies FunctionName, { Records }), name).toEqual(nothingFailed);
    }
    state.published.length = 0;
  };

  return {
    ...functions,
    ...{ message, streamReaders, projector, queueWorkers },
    async close() {
      stream?.close();
      await functions.close();
    },
  };
};
export type GrantedProduct = Awaited<ReturnType<typeof startGrantedProduct>>;
