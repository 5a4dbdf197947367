import type { Context, ScheduledEvent, SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { MessageQueue } from '#functions/platform/adapters/message-queue.ts';
import {
  CircuitOpenError,
  OutcomeUnknownError,
  PermanentError,
  RetryableError,
} from '#functions/platform/store/partners/circuit.ts';
import { remainingMs } from '#functions/platform/store/retries.ts';
import { retryOnConflict, WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { createWorker, type EventHandlers, inBackground, scheduled } from './worker.ts';

const id = (n: number): string => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const submitted = (n: number): object => ({
  source: 'stillwater',
  'detail-type': 'intake.submitted',
  detail: {
    id: id(n),
    organization_id: id(1),
    occurred_at: '2026-03-01T10:00:00.000Z',
    request_id: 'request',
    payload: { submission_id: id(n), funeral_home_id: id(2) },
  },
});
const mailSent = (source: string): object => ({
  source,
  'detail-type': 'Email Sent',
  detail: { eventType: 'Send', mail: { messageId: '1', tags: { event: [id(5)], 'ses:caller-identity': ['x', 'y'] } } },
});

const eventOf = (bodies: (object | string)[], receives: number, ageSeconds: number): SQSEvent => ({
  Records: bodies.map((body, n) => ({
    messageId: `message-${n}`,
    receiptHandle: 'receipt',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    attributes: {
      ApproximateReceiveCount: String(receives),
      SentTimestamp: String(at.getTime() - ageSeconds * 1000),
      SenderId: '',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:notify',
    awsRegion: 'us-east-1',
  })),
});

const at = new Date('2026-03-01T10:00:00.000Z');
const endingIn = (milliseconds: number): Context => {
  const ends = Date.now() + milliseconds;
  return { awsRequestId: 'request', getRemainingTimeInMillis: () => ends - Date.now() } as Context;
};

const workerOf = (handlers: EventHandlers, onMailSent?: (tags: Record<string, string>) => Promise<void>) => {
  const { logger, lines, parsed } = recordingLogger();
  const delays: Record<string, number> = {};
  const givenUp: string[] = [];
  const queue: MessageQueue = {
    delay: async ({ messageId }, seconds) => void Object.assign(delays, { [messageId]: seconds }),
    giveUp: async ({ messageId }) => void givenUp.push(messageId),
  };
  const worker = createWorker(handlers, { logger, queue, now: () => at, onMailSent });
  const failed = async (bodies: (object | string)[], receives = 1, ageSeconds = 0): Promise<string[]> => {
    const { batchItemFailures } = await worker(eventOf(bodies, receives, ageSeconds), endingIn(30_000));
    return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  };
  return { worker, lines, parsed, failed, delays, givenUp, queue };
};

describe('createWorker', () => {
  const poison: [string, object | string][] = [
    ['no JSON', 'not json'],
    ['no envelope', { source: 'stillwater', 'detail-type': 'intake.submitted', detail: {} }],
    ['an event without a handler', { ...submitted(9), 'detail-type': 'case.created' }],
    ['an event that nobody knows', { ...submitted(9), 'detail-type': 'case.forgotten' }],
    ['the name of an object method', { ...submitted(9), 'detail-type': 'constructor' }],
    ['an event of somebody else', { ...submitted(9), source: 'aws.ses' }],
    ['a mail announcement that is not from SES', mailSent('stillwater')],
    [
      'a payload without ids',
      { ...submitted(9), detail: { ...(submitted(9) as { detail: object }).detail, payload: {} } },
    ],
  ];

  it.each(poison)('R-07 returns only the one poison message of ten: %s', async (_what, body) => {
    const handled: string[] = [];
    const { failed } = workerOf(
      { 'intake.submitted': async ({ envelope }) => void handled.push(envelope.id) },
      async () => {},
    );
    const batch = [1, 2, 3, 4].map(submitted);
    expect(await failed([...batch, body, ...[5, 6, 7, 8, 9].map(submitted)])).toEqual(['message-4']);
    expect(handled.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map(id));
  });

  it('returns failures before the time limit, together with what was handled', async () => {
    const { worker, delays } = workerOf({
      'intake.submitted': ({ envelope }) =>
        retryOnConflict(
          async () => envelope.id,
          async (which) => {
            if (which !== id(2)) throw new WriteConflictError();
          },
        ),
    });
    const context = endingIn(6_000);
    const answer = await worker(eventOf([1, 2, 3].map(submitted), 1, 0), context);
    const failed = answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
    expect(failed.sort()).toEqual(['message-0', 'message-2']);
    expect(Object.keys(delays).sort()).toEqual(['message-0', 'message-2']);
    expect(context.getRemainingTimeInMillis()).toBeGreaterThan(0);
  }, 30_000);

  it('passes on the first value of each SES tag', async () => {
    const tags: Record<string, string>[] = [];
    const { failed } = workerOf({}, async (given) => void tags.push(given));
    expect(await failed([mailSent('aws.ses')])).toEqual([]);
    expect(tags).toEqual([{ event: id(5), 'ses:caller-identity': 'x' }]);
  });

  it("S-13 logs codes and ids, with each message's own ids per line", async () => {
    const { lines, failed } = workerOf({
      'intake.submitted': async ({ envelope }) => {
        if (envelope.id === id(2)) throw new TypeError('987-65-4321 of Harold Lindqvist');
      },
    });
    await failed([submitted(1), submitted(2), '{"detail":"987-65-4321 of Harold Lindqvist"}', submitted(3)]);
    expect(lines.join('\n')).not.toMatch(/987|Lindqvist/);
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged.find(({ event_id }) => event_id === id(1))).toMatchObject({ message_id: 'message-0' });
    expect(logged.find(({ event_id }) => event_id === id(3))).toMatchObject({ message_id: 'message-3' });
    const failures = logged.filter(({ message }) => message === 'failed');
    expect(failures.sort((a, b) => a.message_id.localeCompare(b.message_id))).toMatchObject([
      { message_id: 'message-1', tries: 1, reason: 'TypeError' },
      { message_id: 'message-2', tries: 1, reason: 'UnreadableError' },
    ]);
  });

  it('delays retries increasingly with age, and not before the partner allows', async () => {
    let error: Error = new OutcomeUnknownError('500');
    const { delays, failed } = workerOf({ 'intake.submitted': () => Promise.reject(error) });
    const delayAfter = async (receives: number, ageSeconds = 0): Promise<number> => {
      expect(await failed([submitted(1)], receives, ageSeconds)).toEqual(['message-0']);
      return delays['message-0'] ?? 0;
    };
    for (const [receives, ageSeconds, least, most] of [
      [1, 0, 3, 5],
      [4, 60, 20, 40],
      [10, 900, 90, 180],
      [40, 4_500, 90, 180],
      [40, 4_800, 1_200, 1_200],
      [60, 86_400, 10_800, 10_800],
    ] as const) {
      const seconds = await delayAfter(receives, ageSeconds);
      expect(seconds).toBeGreaterThanOrEqual(least);
      expect(seconds).toBeLessThanOrEqual(most);
    }
    error = new RetryableError('429', { retryAfterSeconds: 77 });
    expect(await delayAfter(1)).toBe(77);
    error = new CircuitOpenError(120);
    expect(await delayAfter(1)).toBeGreaterThan(120);
    error = new RetryableError('429', { retryAfterSeconds: 1_000_000 });
    expect(await delayAfter(1)).toBe(43_200);
  });

  it('R-07 abandons permanent failures at once, unreadable messages at the fifth receive', async () => {
    const { failed, givenUp, delays } = workerOf({
      'intake.submitted': ({ envelope }) => Promise.reject(new PermanentError(envelope.id === id(1) ? '6210' : '400')),
    });
    expect(await failed([submitted(1), 'not json'])).toEqual(['message-1']);
    expect(givenUp).toEqual(['message-0']);
    expect(await failed(['not json'], 4)).toEqual(['message-0']);
    expect(await failed(['not json'], 5)).toEqual([]);
    expect(givenUp).toEqual(['message-0', 'message-0']);
    expect(Object.keys(delays)).toEqual(['message-1', 'message-0']);
  });

  it('retains messages in an outage, abandons unexpected errors at the tenth receive', async () => {
    let error: Error = new AppError('unavailable', { reason: 'table: ThrottlingException', retryAfterSeconds: 2 });
    const { failed, givenUp } = workerOf({ 'intake.submitted': () => Promise.reject(error) });
    expect(await failed([submitted(1)], 49)).toEqual(['message-0']);
    error = new TypeError('broken');
    expect(await failed([submitted(1)], 9)).toEqual(['message-0']);
    expect(givenUp).toEqual([]);
    expect(await failed([submitted(1)], 10)).toEqual([]);
    expect(givenUp).toEqual(['message-0']);
  });

  it('waits longer for the release that knows an event', async () => {
    const { failed, givenUp } = workerOf({});
    expect(await failed([submitted(1)], 9)).toEqual(['message-0']);
    expect(givenUp).toEqual([]);
    expect(await failed([submitted(1)], 10)).toEqual([]);
    expect(givenUp).toEqual(['message-0']);
  });

  it('returns a message that could be neither delayed nor abandoned', async () => {
    let error: Error = new TypeError('broken');
    const { failed, queue } = workerOf({ 'intake.submitted': () => Promise.reject(error) });
    queue.delay = () => Promise.reject(new Error('SQS is down'));
    queue.giveUp = () => Promise.reject(new Error('SQS is down'));
    expect(await failed([submitted(1)])).toEqual(['message-0']);
    error = new PermanentError('400');
    expect(await failed([submitted(1)])).toEqual(['message-0']);
  });
});

it('inBackground sets a deadline before the time limit, also for schedules', async () => {
  const { logger } = recordingLogger();
  const handle = inBackground({ logger, message: 'handled' }, async () => remainingMs());
  const left = await handle({}, endingIn(5_000));
  const byTheClock = await scheduled({ logger }, async () => ({ left: remainingMs() }))(
    {} as ScheduledEvent,
    endingIn(5_000),
  );
  for (const ms of [left, byTheClock.left]) {
    expect(ms).toBeGreaterThan(4_000);
    expect(ms).toBeLessThan(5_000);
  }
});
