import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { keptLogger } from '#tests/support/engines/kept-logger.ts';
import { log } from './log.ts';

const context = (awsRequestId: string) => ({ awsRequestId }) as Context;

describe('log middleware', () => {
  it('logs the request id, the operation and the duration', async () => {
    const { logger, parsed } = keptLogger();
    const run = middy<{ n: number }, { done: number }>()
      .use(log<{ n: number }, { done: number }>({ logger, message: 'swept', outcome: ({ done }) => ({ done }) }))
      .handler(async ({ n }) => {
        if (n === 1) logger.appendKeys({ organization_id: 'of-the-first' });
        return { done: n };
      });
    await run({ n: 1 }, context('first'));
    await run({ n: 2 }, context('second'));
    expect(parsed()).toMatchObject([
      { message: 'swept', request_id: 'first', organization_id: 'of-the-first', done: 1, ms: expect.any(Number) },
      { message: 'swept', request_id: 'second', done: 2 },
    ]);
    expect(parsed()[1]).not.toHaveProperty('organization_id');
  });

  it('prefers a request id from the event', async () => {
    const { logger, parsed } = keptLogger();
    const run = middy<{ id: string }, null>()
      .use(log<{ id: string }, null>({ logger, message: 'handled', requestId: ({ id }) => id }))
      .handler(async () => null);
    await run({ id: 'of-the-event' }, context('of-lambda'));
    expect(parsed()).toMatchObject([{ request_id: 'of-the-event' }]);
  });
});
