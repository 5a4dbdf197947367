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
import {
  EventEnvelope,
  type EventName,
  type EventPayload,
  eventSource,
  events,
  isEventName,
} from '#domain/registry/event-catalog.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { MailProblem } from '#domain/shared/email/mail-problem.ts';
import type { MessageQueue } from '#functions/platform/adapters/message-queue.ts';
import { count } from '#functions/platform/adapters/metrics.ts';
import type { Trace } from '#functions/platform/store/audit/audit-log.ts';
import { CircuitOpenError, PartnerError, PermanentError } from '#functions/platform/store/partners/circuit.ts';
import { EffectPendingError } from '#functions/platform/store/partners/effects.ts';
import { logErrors, reasonOf } from '../api/middleware/errors.ts';
import { log } from '../api/middleware/log.ts';
import { withLambdaDeadline } from '../store/retries.ts';

interface Run<Result> {
  logger: Logger;
  message: string;
  outcome?: (result: Result) => Record<string, unknown>;
}

/** Returns middleware for everything that no request waits for: log line, errors and deadline. */
export const inBackground = <Event, Result>(
  { logger, message, outcome }: Run<Result>,
  handle: (event: Event, context: Context) => Promise<Result>,
) =>
  middy<Event, Result>()
    .use(log<Event, Result>({ logger, message, outcome }))
    .use(logErrors<Event, Result>({ logger }))
    .handler((event, context) => withLambdaDeadline(context, () => handle(event, context)));

/** Creates a scheduled job; the final log line contains its counts. */
export const scheduled = <Counts extends Record<string, number>>(
  { logger }: { logger: Logger },
  run: () => Promise<Counts>,
) => inBackground<ScheduledEvent, Counts>({ logger, message: 'ran', outcome: (counts) => counts }, run);

/** Creates a stream reader that returns failed records before the time limit; the stream retries from the first. */
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
/** SQS hides a message for at most 12 hours. */
const maxSeconds = 43_200;

/** About 15 minutes; an unexpected error is probably a bug. */
const receivesOfUnforeseen = 10;

/** After this many receives the message probably never can be handled. */
export abstract class LimitedRetriesError extends Error {
  abstract readonly receives: number;
  readonly seconds: number | undefined;
}

/** Work that is wanted later; the message comes again then. */
export class ComesLaterError extends LimitedRetriesError {
  override readonly name = 'ComesLaterError';
  readonly receives = 50;
  override readonly seconds: number;
  constructor(seconds: number) {
    super('comes later');
    this.seconds = Math.max(60, seconds);
  }
}

/** A partner that recovers within this time gets retries at least every three minutes. */
const patientSeconds = 75 * 60;
/** An older message waits a quarter of its age: a long outage gets few retries, but some every day. */
const shareOfAge = 4;
const maxOfOldSeconds = 3 * 3600;

/** Not by its receives, because while its partner is paused a message may be received twice as often. */
const minSeconds = (error: unknown, ageSeconds: number): number => {
  // A result that decides for all waiting messages comes soon; wait for it, but no longer.
  const isNear = error instanceof EffectPendingError || (error instanceof CircuitOpenError && error.isProbed);
  if (ageSeconds <= patientSeconds || isNear || !isTemporary(error)) return 0;
  return Math.min(ageSeconds / shareOfAge, maxOfOldSeconds);
};

const delaySeconds = (error: unknown, receives: number): number => {
  const requested = (error as { retryAfterSeconds?: number }).retryAfterSeconds ?? 0;
  if (error instanceof LimitedRetriesError && error.seconds) return error.seconds;
  if (error instanceof EffectPendingError) return requested + Math.random() * 2;
  // They all wait for one probe and should not all return one second after it.
  if (error instanceof CircuitOpenError) return requested + 1 + Math.random() * 15;
  const backoff = Math.min(firstSeconds * 2 ** (receives - 1), longestSeconds);
  return Math.max(requested, backoff * (0.5 + Math.random() / 2));
};

const isTemporary = (error: unknown): boolean =>
  error instanceof PartnerError ||
  error instanceof CircuitOpenError ||
  error instanceof EffectPendingError ||
  (error instanceof AppError && error.kind === 'unavailable');

const maxReceives = (error: unknown): number => {
  if (error instanceof PermanentError) return 1;
  if (error instanceof LimitedRetriesError) return error.receives;
  return isTemporary(error) ? Number.POSITIVE_INFINITY : receivesOfUnforeseen;
};

/**
 * Returns the seconds until a failed message is retried, exponential with jitter; undefined if it can never succeed.
 */
const retryDelaySeconds = (error: unknown, receives: number, ageSeconds: number): number | undefined => {
  if (receives >= maxReceives(error)) return undefined;
  const wait = Math.max(delaySeconds(error, receives), minSeconds(error, ageSeconds));
  return Math.min(Math.ceil(wait), maxSeconds);
};

const Delivered = z.object({ source: z.string(), 'detail-type': z.string(), detail: z.unknown() });

const MailSent = z.object({ mail: z.object({ tags: z.record(z.string(), z.array(z.string())) }) });
const MailFailed = MailSent.extend({ bounce: z.object({ bounceType: z.string() }).optional() });
const mailFailures = new Map<string, (detail: z.output<typeof MailFailed>) => MailProblem>([
  ['Email Bounced', ({ bounce }) => (bounce?.bounceType === 'Permanent' ? 'no_mailbox' : 'not_taken')],
  ['Email Complaint Received', () => 'complaint'],
  ['Email Rejected', () => 'rejected'],
  ['Email Delivery Delayed', () => 'delayed'],
]);

const firstOf = (tags: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(tags).map(([tag, [value = '']]) => [tag, value]));

const ScanResult = z.object({
  s3ObjectDetails: z.object({ objectKey: z.string(), eTag: z.string() }),
  scanResultDetails: z.object({ scanResultStatus: z.string() }),
});
export type ScanResult = z.output<typeof ScanResult>;
const scanned = 'GuardDuty Malware Protection Object Scan Result';

export interface Delivery<N extends EventName> {
  envelope: Omit<EventEnvelope, 'payload'> & { payload: EventPayload<N> };
}
export interface WorkerRun {
  /** Names the request that started it all, for audit entries. */
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

/** Older work is counted for the alarm that a partner is down or a worker is broken. */
const lateMs = 30 * 60_000;

class UnreadableError extends LimitedRetriesError {
  override readonly name = 'UnreadableError';
  readonly receives = 5;
  override readonly seconds = 1;
}
/** A newer release that knows the event may be on its way. */
class UnknownEventError extends LimitedRetriesError {
  override readonly name = 'UnknownEventError';
  readonly receives = 10;
}

const parsed = <T>(parse: () => T): T => {
  try {
    return parse();
  } catch {
    throw new UnreadableError();
  }
};

/**
 * Creates a worker for one queue. Messages may arrive twice and in any order, so handlers are idempotent. Only failed
 * messages are returned (partial batch response), at growing intervals; permanent failures go to the dead-letter
 * queue. Messages still running are returned before the function's time limit. The messages of a batch run in
 * parallel, so log fields are passed per line, not set on the logger.
 */
export const createWorker = (
  handlers: EventHandlers,
  { logger, queue, now, onMailSent, onMailFailed, onScanned }: WorkerDependencies,
) => {
  const read = ({ body }: SQSRecord) => {
    const { source, 'detail-type': name, detail } = parsed(() => Delivered.parse(JSON.parse(body)));
    if (source === 'aws.ses' && name === 'Email Sent' && onMailSent) {
      const { tags } = parsed(() => MailSent.parse(detail)).mail;
      return { about: { event: name }, handle: () => onMailSent(firstOf(tags)) };
    }
    const failure = source === 'aws.ses' ? mailFailures.get(name) : undefined;
    if (failure && onMailFailed) {
      const failedMail = parsed(() => MailFailed.parse(detail));
      const problem = failure(failedMail);
      return { about: { event: name, problem }, handle: () => onMailFailed(firstOf(failedMail.mail.tags), problem) };
    }
    if (source === 'aws.guardduty' && name === scanned && onScanned) {
      const result = parsed(() => ScanResult.parse(detail));
      return { about: { event: name }, handle: () => onScanned(result) };
    }
    if (source !== eventSource || !isEventName(name)) throw new UnknownEventError();
    // The payload is checked by the schema of the handler's event name.
    const run = handlers[name] as ((delivery: unknown, run: WorkerRun) => Promise<void>) | undefined;
    if (!run) throw new UnknownEventError();
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

  /** Throws to return the message to the queue. */
  const failed = async (record: SQSRecord, error: unknown, about: Record<string, unknown>): Promise<void> => {
    const tries = Number(record.attributes.ApproximateReceiveCount);
    const ageMs = now().getTime() - Number(record.attributes.SentTimestamp);
    const seconds = retryDelaySeconds(error, tries, ageMs / 1000);
    const partner = error instanceof PartnerError ? { partner_reason: error.message } : {};
    const line = { ...about, tries, reason: reasonOf(error), ...partner };
    if (seconds === undefined) {
      logger.error('given up', line);
      await queue.giveUp(record);
      return;
    }
    // A duplicate or a message for a paused partner is not worth a warning.
    const isLater = error instanceof ComesLaterError;
    const waits = isLater || error instanceof EffectPendingError || error instanceof CircuitOpenError;
    logger[waits ? 'info' : 'error'](waits ? 'comes again' : 'failed', { ...line, seconds });
    if (ageMs > lateMs && !isLater) count('WorkLate');
    // Otherwise the message returns after the queue's own visibility timeout.
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
