import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Logger } from '@aws-lambda-powertools/logger';
import middy from '@middy/core';
import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBStreamEvent,
  ScheduledEvent,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from 'aws-lambda';
import * as z from 'zod';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { MailProblem } from '#domain/shared/email/mail-problem.ts';
import {
  EventEnvelope,
  type EventName,
  type EventPayload,
  eventSource,
  events,
  isEventName,
} from '#domain/shared/events/catalog.ts';
import type { MessageQueue } from '#functions/platform/adapters/message-queue.ts';
import { count } from '#functions/platform/adapters/metrics.ts';
import type { Trace } from '#functions/platform/store/audit/audit-log.ts';
import { CircuitOpenError, PartnerError, PermanentError } from '#functions/platform/store/partners/circuit.ts';
import { EffectPending } from '#functions/platform/store/partners/effects.ts';
import { withLambdaDeadline } from '../api/lambda-deadline.ts';
import { logErrors, reasonOf } from '../api/middleware/errors.ts';
import { log } from '../api/middleware/log.ts';

interface Run<Result> {
  logger: Logger;
  /** What the line at the end of a run says that was done. */
  message: string;
  /** What that line tells of the result: counts, never values. */
  outcome?: (result: Result) => Record<string, unknown>;
}

/**
 * The outer part of everything that no request waits for, the same as around calls: its log line, its errors, and the
 * deadline by which it has to have its answer.
 */
export const inBackground = <Event, Result>(
  { logger, message, outcome }: Run<Result>,
  handle: (event: Event, context: Context) => Promise<Result>,
) =>
  middy<Event, Result>()
    .use(log<Event, Result>({ logger, message, outcome }))
    .use(logErrors<Event, Result>({ logger }))
    .handler((event, context) => withLambdaDeadline(context, () => handle(event, context)));

/** What runs by the clock; the line at the end of a run tells its counts. */
export const scheduled = <Counts extends Record<string, number>>(
  { logger }: { logger: Logger },
  run: () => Promise<Counts>,
) => inBackground<ScheduledEvent, Counts>({ logger, message: 'ran', outcome: (counts) => counts }, run);

/**
 * A reader of the table's stream; it answers the records that it could not handle, before its time is up, and the stream
 * comes back to the first of them.
 */
export const streamReader = (
  { logger }: { logger: Logger },
  read: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>,
) =>
  inBackground<DynamoDBStreamEvent, DynamoDBBatchResponse>(
    { logger, message: 'read', outcome: ({ batchItemFailures }) => ({ failed: batchItemFailures.length }) },
    read,
  );

const firstSeconds = 5;
const longestSeconds = 180;
/** What SQS hides a message for at most. */
const maxSeconds = 43_200;

/** For an error that nobody has foreseen, a quarter of an hour: it will be one of the program. */
const receivesOfUnforeseen = 10;

/** A message that cannot be worked on: after so many receives nobody expects that it ever can. */
export abstract class LimitedRetries extends Error {
  abstract readonly receives: number;
  /** Always after so long, instead of later and later. */
  readonly seconds: number | undefined;
}

/** A partner that is back within that finds everybody asking again at least every three minutes. */
const patientSeconds = 75 * 60;
/** An older message waits a fourth of its age, so that what was down for long is asked seldom and every day still. */
const shareOfAge = 4;
const maxOfOldSeconds = 3 * 3600;

/**
 * A message becomes rare by its age and not by how often it came: while its partner is paused it may come twice as often
 * as when it alone asks. The hundred receives that a queue allows last for days, and whatever was mended meanwhile is
 * tried by newer messages first.
 */
const minSeconds = (error: unknown, ageSeconds: number): number => {
  // An answer is near that decides for all of them: that is waited for, and no longer.
  const isNear = error instanceof EffectPending || (error instanceof CircuitOpenError && error.isProbed);
  if (ageSeconds <= patientSeconds || isNear || !isTemporary(error)) return 0;
  return Math.min(ageSeconds / shareOfAge, maxOfOldSeconds);
};

const seconds = (error: unknown, receives: number, random: () => number): number => {
  const asked = (error as { retryAfterSeconds?: number }).retryAfterSeconds ?? 0;
  if (error instanceof LimitedRetries && error.seconds) return error.seconds;
  if (error instanceof EffectPending) return asked + random() * 2;
  // They all wait for one probe, and need not all come in the second after it.
  if (error instanceof CircuitOpenError) return asked + 1 + random() * 15;
  const backoff = Math.min(firstSeconds * 2 ** (receives - 1), longestSeconds);
  return Math.max(asked, backoff * (0.5 + random() / 2));
};

/** It passes by itself, so that the message is kept until then. */
const isTemporary = (error: unknown): boolean =>
  error instanceof PartnerError ||
  error instanceof CircuitOpenError ||
  error instanceof EffectPending ||
  (error instanceof AppError && error.kind === 'unavailable');

const maxReceives = (error: unknown): number => {
  if (error instanceof PermanentError) return 1;
  if (error instanceof LimitedRetries) return error.receives;
  return isTemporary(error) ? Number.POSITIVE_INFINITY : receivesOfUnforeseen;
};

/**
 * In how many seconds a message that failed comes again, exponential with jitter by how often it was received, not before
 * its partner wants it, and seldom when it is old; undefined when it is given up, because it will never succeed.
 */
const retryDelaySeconds = (
  error: unknown,
  { receives, ageSeconds }: { receives: number; ageSeconds: number },
  random = Math.random,
): number | undefined => {
  if (receives >= maxReceives(error)) return undefined;
  const wait = Math.max(seconds(error, receives, random), minSeconds(error, ageSeconds));
  return Math.min(Math.ceil(wait), maxSeconds);
};

/** What EventBridge puts on a queue. */
const Delivered = z.object({ source: z.string(), 'detail-type': z.string(), detail: z.unknown() });

/** SES's announcement that it took a mail, with the tags that the mail carried. */
const MailSent = z.object({ mail: z.object({ tags: z.record(z.string(), z.array(z.string())) }) });

/** SES's announcements that a mail which it took did not arrive, by their names. */
const MailFailed = z.object({
  mail: z.object({ tags: z.record(z.string(), z.array(z.string())) }),
  bounce: z.object({ bounceType: z.string() }).optional(),
});
const mailFailures = new Map<string, (detail: z.output<typeof MailFailed>) => MailProblem>([
  ['Email Bounced', ({ bounce }) => (bounce?.bounceType === 'Permanent' ? 'no_mailbox' : 'not_taken')],
  ['Email Complaint Received', () => 'complaint'],
  ['Email Rejected', () => 'rejected'],
  ['Email Delivery Delayed', () => 'delayed'],
]);

/** Of each tag its first value: SES tells them as lists. */
const firstOf = (tags: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(tags).map(([tag, [value = '']]) => [tag, value]));

/** GuardDuty's announcement that it has scanned an object. */
const ScanResult = z.object({
  s3ObjectDetails: z.object({ objectKey: z.string(), eTag: z.string() }),
  scanResultDetails: z.object({ scanResultStatus: z.string() }),
});
export type ScanResult = z.output<typeof ScanResult>;
const scanned = 'GuardDuty Malware Protection Object Scan Result';

export interface Delivery<N extends EventName> {
  envelope: Omit<EventEnvelope, 'payload'> & { payload: EventPayload<N> };
}
/** What a handler has besides its event. */
export interface WorkerRun {
  /** For the audit entries that the worker makes: they name the request that began it all. */
  trace: Trace;
}
export type EventHandlers = { [N in EventName]?: (delivery: Delivery<N>, run: WorkerRun) => Promise<void> };

export interface WorkerDependencies {
  logger: Logger;
  queue: MessageQueue;
  now: () => Date;
  onMailSent?: (tags: Record<string, string>) => Promise<void>;
  onMailFailed?: (tags: Record<string, string>, problem: MailProblem) => Promise<void>;
  onScanned?: (result: ScanResult) => Promise<void>;
}

/** Work that has waited longer than that is counted, for the alarm that a partner is down or a worker broken. */
const lateMs = 30 * 60_000;

class Unreadable extends LimitedRetries {
  override readonly name = 'Unreadable';
  readonly receives = 5;
  override readonly seconds = 1;
}
/** A newer release may be under way that knows it. */
class UnknownEvent extends LimitedRetries {
  override readonly name = 'UnknownEvent';
  readonly receives = 10;
}

const parsed = <T>(parse: () => T): T => {
  try {
    return parse();
  } catch {
    throw new Unreadable();
  }
};

/**
 * A worker over one queue: each message is handled alone, and a failed one goes back alone (partial batch response).
 * Messages may come twice and in any order, so handlers are idempotent. What failed comes again later and later; what
 * can never succeed goes to the dead-letter queue, where somebody will see it. What others hold up goes back before the
 * time of the function is up, so that what was handled does not come again with it. The messages of a batch run side by
 * side, so that what a log line tells of its message is in the line itself and not in the logger.
 */
export const createWorker = (
  handlers: EventHandlers,
  { logger, queue, now, onMailSent, onMailFailed, onScanned }: WorkerDependencies,
) => {
  /** Answers what its log lines say of it. */
  const read = ({ body }: SQSRecord) => {
    const { source, 'detail-type': name, detail } = parsed(() => Delivered.parse(JSON.parse(body)));
    if (source === 'aws.ses' && name === 'Email Sent' && onMailSent) {
      const { tags } = parsed(() => MailSent.parse(detail)).mail;
      return { about: { event: name }, handle: () => onMailSent(firstOf(tags)) };
    }
    const failure = source === 'aws.ses' ? mailFailures.get(name) : undefined;
    if (failure && onMailFailed) {
      const told = parsed(() => MailFailed.parse(detail));
      const problem = failure(told);
      return { about: { event: name, problem }, handle: () => onMailFailed(firstOf(told.mail.tags), problem) };
    }
    if (source === 'aws.guardduty' && name === scanned && onScanned) {
      const result = parsed(() => ScanResult.parse(detail));
      return { about: { event: name }, handle: () => onScanned(result) };
    }
    if (source !== eventSource || !isEventName(name)) throw new UnknownEvent();
    // Its payload is checked by the schema of the very name that the handler stands under.
    const run = handlers[name] as ((delivery: unknown, run: WorkerRun) => Promise<void>) | undefined;
    if (!run) throw new UnknownEvent();
    const envelope = parsed(() => {
      const { payload, ...rest } = EventEnvelope.parse(detail);
      return { ...rest, payload: events[name].parse(payload) };
    });
    const { id: event_id, request_id, organization_id } = envelope;
    const actor = { id: null, name: 'System', role: null } as const;
    const trace: Trace = { actor, ip: null, requestId: request_id, now: now() };
    return {
      about: { event: name, event_id, request_id, organization_id },
      handle: () => run({ envelope }, { trace }),
    };
  };

  /** Decides what becomes of a message that failed; throws when it goes back to the queue. */
  const failed = async (record: SQSRecord, error: unknown, about: Record<string, unknown>): Promise<void> => {
    const tries = Number(record.attributes.ApproximateReceiveCount);
    const ageMs = now().getTime() - Number(record.attributes.SentTimestamp);
    const seconds = retryDelaySeconds(error, { receives: tries, ageSeconds: ageMs / 1000 });
    const partner = error instanceof PartnerError ? { partner_reason: error.message } : {};
    const line = { ...about, tries, reason: reasonOf(error), ...partner };
    if (seconds === undefined) {
      logger.error('given up', line);
      await queue.giveUp(record);
      return;
    }
    // A duplicate that waits for its twin, or for a partner that is down, is nothing to look at.
    const waits = error instanceof EffectPending || error instanceof CircuitOpenError;
    logger[waits ? 'info' : 'error'](waits ? 'comes again' : 'failed', { ...line, seconds });
    if (ageMs > lateMs) count('WorkLate');
    // Without it the message comes when the queue's own time is up.
    await queue.delay(record, seconds).catch((problem) => logger.warn('not delayed', { reason: reasonOf(problem) }));
    throw error;
  };

  const handleRecord = async (record: SQSRecord): Promise<void> => {
    let about: Record<string, unknown> = { message_id: record.messageId };
    try {
      const message = read(record);
      about = { ...about, ...message.about };
      await message.handle();
      logger.info('handled', about);
    } catch (error) {
      await failed(record, error, about);
    }
  };

  return inBackground<SQSEvent, SQSBatchResponse>(
    { logger, message: 'worked', outcome: ({ batchItemFailures }) => ({ failed: batchItemFailures.length }) },
    (event, context) =>
      processPartialResponse(event, handleRecord, new BatchProcessor(EventType.SQS), {
        context,
        throwOnFullBatchFailure: false,
      }),
  );
};
