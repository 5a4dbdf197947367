import { describe, expect, it } from 'vitest';
import { paperEndpoints } from '#domain/documents/printing/paper.endpoints.ts';
import { referenceDataEndpoints } from '#domain/shared/reference-data/reference-data.endpoints.ts';
import { ApiError, createClient, fieldErrors, isOutcomeUnknown, isTransientError, messageOf } from './client.ts';

/** A response that starts, and whose connection then breaks. */
const cutOff = (status = 200): Response =>
  new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) }), { status });

describe('createClient with a connection lost during the response', () => {
  it.each([200, 409, 503])('reports a call without a response, although the status was %i', async (status) => {
    const call = createClient({ fetch: async () => cutOff(status) });
    const lost = call(referenceDataEndpoints.countries, {});
    await expect(lost).rejects.toBeInstanceOf(ApiError);
    await expect(lost).rejects.toMatchObject({ status: 0 });
  });

  it('reports it also within a file', async () => {
    const call = createClient({ token: async () => 'token', fetch: async () => cutOff() });
    const params = { id: '0190a000-0000-7000-8000-000000000001' };
    await expect(call(paperEndpoints.receipt, { params })).rejects.toMatchObject({ name: 'ApiError', status: 0 });
  });

  it('does not fail if the caller aborted it', async () => {
    const stopped = new AbortController();
    const call = createClient({
      fetch: async () => {
        stopped.abort();
        return cutOff();
      },
    });
    const options = { signal: stopped.signal };
    await expect(call(referenceDataEndpoints.countries, {}, options)).rejects.toBeInstanceOf(TypeError);
  });
});

describe('isOutcomeUnknown and isTransientError', () => {
  it.each([
    [0, true, true],
    [400, false, false],
    [401, false, false],
    [409, false, false],
    [429, false, true],
    [500, true, true],
    [503, true, true],
  ])('%i: outcome unknown is %s, transient is %s', (status, unanswered, passing) => {
    const error = new ApiError(status, '');
    expect([isOutcomeUnknown(error), isTransientError(error)]).toEqual([unanswered, passing]);
  });

  it('return false for a program error', () => {
    expect([isOutcomeUnknown(new Error('no')), isTransientError(new TypeError('no'))]).toEqual([false, false]);
  });
});

describe('fieldErrors', () => {
  it('returns the messages of body fields only', () => {
    const current = { first_name: 'Anna', address: { city: 'Palatka' } };
    const body = { detail: 'Someone else changed this', current, stale: ['deceased'], address: { city: ['Unknown'] } };
    expect(fieldErrors(body)).toEqual({ 'address.city': ['Unknown'] });
  });

  it('includes the `code` field of OAuth connections', () => {
    const refused = { code: ['Google did not take this code.'] };
    expect(fieldErrors(refused)).toEqual(refused);
    expect(messageOf(new ApiError(400, 'Bad request', refused))).toBe('Google did not take this code.');
  });
});
