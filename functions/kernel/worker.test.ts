import { Logger } from '@aws-lambda-powertools/logger';
import type { Context, SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { createWorker, type EventHandlers } from './worker.ts';

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

const eventOf = (bodies: (object | string)[]): SQSEvent => ({
  Records: bodies.map((body, n) => ({
    messageId: `message-${n}`,
    receiptHandle: 'receipt',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '0',
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

const workerOf = (handlers: EventHandlers, onMailSent?: (tags: Record<string, string>) => Promise<void>) => {
  const lines: string[] = [];
  const logger = new Logger({ serviceName: 'test', logLevel: 'DEBUG' });
  const keep = (line: unknown): void => void lines.push(String(line));
  Object.assign(logger, { console: { debug: keep, info: keep, warn: keep, error: keep, log: keep } });
  const worker = createWorker(handlers, { logger, onMailSent });
  const failed = async (bodies: (object | string)[]): Promise<string[]> => {
    const { batchItemFailures } = await worker(eventOf(bodies), {} as Context);
    return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  };
  return { lines, failed };
};

describe('a worker over a queue', () => {
  const poison: [string, object | string][] = [
    ['no JSON', 'not json'],
    ['an empty body', ''],
    ['a bare number', '7'],
    ['no envelope', { source: 'stillwater', 'detail-type': 'intake.submitted', detail: {} }],
    ['no detail', { source: 'stillwater', 'detail-type': 'intake.submitted' }],
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

  it.each(poison)('R-07 sends back one poison message of ten, alone: %s', async (_what, body) => {
    const handled: string[] = [];
    const { failed } = workerOf(
      { 'intake.submitted': async ({ envelope }) => void handled.push(envelope.id) },
      async () => {},
    );
    const batch = [1, 2, 3, 4].map(submitted);
    expect(await failed([...batch, body, ...[5, 6, 7, 8, 9].map(submitted)])).toEqual(['message-4']);
    expect(handled.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map(id));
  });

  it('sends back every message of a batch in which all fail, without throwing', async () => {
    const { failed } = workerOf({
      'intake.submitted': async () => {
        throw new Error('partner down');
      },
    });
    expect(await failed([submitted(1), submitted(2)])).toEqual(['message-0', 'message-1']);
  });

  it("hands on the first value of each tag of SES's announcement", async () => {
    const tags: Record<string, string>[] = [];
    const { failed } = workerOf({}, async (given) => void tags.push(given));
    expect(await failed([mailSent('aws.ses')])).toEqual([]);
    expect(tags).toEqual([{ event: id(5), 'ses:caller-identity': 'x' }]);
  });

  it('S-13 logs codes and ids, and for each line the ids of its own message', async () => {
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
      { message_id: 'message-2', tries: 1, reason: 'ZodError' },
    ]);
  });
});
