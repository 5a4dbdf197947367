import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { AppError } from '#domain/shared/contract/errors.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { answerErrors, logErrors, reasonOf } from './errors.ts';

const event = { requestContext: { requestId: 'r-1' } } as APIGatewayProxyEventV2;
const context = {} as Context;

describe('answerErrors', () => {
  const failing = async (error: unknown) => {
    const { logger, parsed, lines } = recordingLogger();
    const run = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
      .use(answerErrors({ logger }))
      .handler(() => Promise.reject(error));
    const answer = await run(event, context);
    return { answer, body: JSON.parse(String(answer.body)), line: parsed()[0], text: lines.join() };
  };

  it("returns an AppError's message and logs only its reason", async () => {
    const { answer, body, line } = await failing(new AppError('forbidden', { detail: 'Not yours.', reason: 'home' }));
    expect([answer.statusCode, body]).toEqual([403, { detail: 'Not yours.' }]);
    expect(line).toMatchObject({ level: 'INFO', message: 'refused', status: 403, reason: 'home' });
    expect(line).not.toHaveProperty('stack');
  });

  it('S-14 returns only the request id of a failure and logs its stack without the message', async () => {
    const { answer, body, line, text } = await failing(new TypeError('Ann Lee, 078-05-1120'));
    expect([answer.statusCode, body]).toEqual([
      500,
      { detail: 'Server error. Please try again later.', request_id: 'r-1' },
    ]);
    expect(line).toMatchObject({ level: 'ERROR', status: 500, reason: 'TypeError' });
    expect(String([line?.stack].flat()[0])).toContain('errors.test.ts');
    expect(text).not.toContain('Ann Lee');
  });

  it('handles a thrown non-error like a failure', async () => {
    const { answer, line } = await failing('a text');
    expect([answer.statusCode, line?.reason]).toEqual([500, 'unknown']);
  });
});

describe('logErrors', () => {
  it('rethrows after logging, so that Lambda retries', async () => {
    const { logger, parsed } = recordingLogger();
    const run = middy<object, undefined>()
      .use(logErrors({ logger }))
      .handler(() => Promise.reject(new RangeError('secret')));
    await expect(run({}, context)).rejects.toThrow(RangeError);
    expect(parsed()).toMatchObject([{ level: 'ERROR', message: 'failed', reason: 'RangeError' }]);
  });

  it('logs the reason given for an error', () => {
    expect(reasonOf(new AppError('unavailable', { reason: 'kms: Throttled' }))).toBe('kms: Throttled');
    expect(reasonOf(new AppError('conflict'))).toBe('conflict');
  });
});
