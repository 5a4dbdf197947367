import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { referenceDataEndpoints } from '#domain/shared/reference-data/reference-data.endpoints.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { retryOnConflict, WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { endpointEvent } from '#tests/support/calls/api-event.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { callMs, remainingMs, withDeadline, withRetries } from './retries.ts';

const conflict = () => Promise.reject(new WriteConflictError());
/** A table that throttles after a while. */
const throttled = () =>
  withRetries(async () => {
    await wait(100);
    throw Object.assign(new Error(), { name: 'ThrottlingException' });
  });

describe('withDeadline', () => {
  it('applies to everything inside, and the earlier of two deadlines counts', async () => {
    expect(remainingMs()).toBe(Number.POSITIVE_INFINITY);
    await withDeadline(Date.now() + 1_000, async () => {
      await wait(5);
      expect(remainingMs()).toBeLessThan(1_000);
      withDeadline(Date.now() + 60_000, () => expect(remainingMs()).toBeLessThan(1_000));
      withDeadline(Date.now() + 100, () => expect(remainingMs()).toBeLessThanOrEqual(100));
    });
    expect(remainingMs()).toBe(Number.POSITIVE_INFINITY);
  });

  it('stops retrying a conflict in time to report it', async () => {
    const left = await withDeadline(Date.now() + 5_200, async () => {
      await expect(retryOnConflict(async () => 1, conflict)).rejects.toMatchObject({ kind: 'unavailable' });
      return remainingMs();
    });
    expect(left).toBeGreaterThan(3_000);
  });

  it('starts no table call that could end after it', async () => {
    let calls = 0;
    const call = async () => ++calls;
    const late = withDeadline(Date.now() + callMs - 1, () => withRetries(call));
    await expect(late).rejects.toMatchObject({ kind: 'unavailable' });
    expect(calls).toBe(0);
  });

  it('returns a 503 with Retry-After before the function ends, with nested budgets', async () => {
    const row = referenceDataEndpoints.countries;
    const busy = handler(row, {}, () => retryOnConflict(throttled, conflict));
    const api = createApi(
      [busy],
      {},
      {
        logger: recordingLogger().logger,
        now: () => new Date(),
        clientId: 'client',
        findMember: async () => undefined,
        originSecrets: async () => ['origin-secret-of-the-tests'],
        siteOrigins: { staff: ['http://127.0.0.1:4000'], intake: ['http://127.0.0.1:4001'] },
        rateLimits: false,
      },
    );
    const ends = Date.now() + 4_000;
    const context = { getRemainingTimeInMillis: () => ends - Date.now() } as Context;
    const event = endpointEvent(row, {}, { headers: { 'x-origin-verify': 'origin-secret-of-the-tests' } });
    const { statusCode, headers } = await api(event, context);
    expect([statusCode, headers]).toMatchObject([503, { 'retry-after': '2' }]);
    expect(Date.now()).toBeLessThan(ends);
  }, 30_000);
});
