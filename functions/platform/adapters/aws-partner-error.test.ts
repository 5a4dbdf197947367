import { describe, expect, it } from 'vitest';
import {
  OutcomeUnknownError,
  PermanentError,
  RetryableError,
  retryAfterOf,
} from '#functions/platform/store/partners/circuit.ts';
import { withPartnerErrors } from './aws-partner-error.ts';

const permanent = new Set(['MessageRejected']);
const awsError = (name: string, httpStatusCode?: number, headers = {}): Error =>
  Object.assign(new Error('of Harold Lindqvist'), { name, $metadata: { httpStatusCode }, $response: { headers } });
const meaning = (error: Error) =>
  withPartnerErrors(permanent, () => Promise.reject(error)).then(
    () => expect.unreachable('it failed'),
    (reason: Error) => reason,
  );

describe('withPartnerErrors', () => {
  it.each([
    ['a mail that is refused', awsError('MessageRejected', 400), PermanentError],
    ['a throttle', awsError('TooManyRequestsException', 429), RetryableError],
    ['a paused account', awsError('SendingPausedException', 400), RetryableError],
    ['a grant that is missing', awsError('AccessDeniedException', 403), RetryableError],
    ['a failure on its side', awsError('InternalServiceErrorException', 500), OutcomeUnknownError],
    ['no answer in time', awsError('TimeoutError'), OutcomeUnknownError],
    ['a broken connection', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), OutcomeUnknownError],
  ])('maps to its kind: %s', async (_what, error, kind) => {
    const meant = await meaning(error);
    expect(meant).toBeInstanceOf(kind);
    expect(meant.cause).toBe(error);
    // The message is the error code, because the service's text can contain personal data.
    expect(meant.message).toBe(error.name);
  });

  it('uses the retry delay that the service requests', async () => {
    const throttled = awsError('TooManyRequestsException', 429, { 'retry-after': '60' });
    expect(await meaning(throttled)).toMatchObject({ retryAfterSeconds: 60 });
  });

  it('reads Retry-After in seconds or as a date, and ignores anything else', () => {
    const now = new Date('2026-03-01T10:00:00.000Z');
    expect(retryAfterOf('120', now)).toBe(120);
    expect(retryAfterOf('Sun, 01 Mar 2026 10:01:30 GMT', now)).toBe(90);
    expect(retryAfterOf('Sun, 01 Mar 2026 09:00:00 GMT', now)).toBe(0);
    for (const header of [undefined, '', 'soon']) expect(retryAfterOf(header, now)).toBeUndefined();
  });
});
