import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Logger } from '@aws-lambda-powertools/logger';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod';
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
import type { Trace } from '#functions/platform/store/audit/audit.ts';
import { CircuitOpenError } from '#functions/platform/store/partners/circuit.ts';
import { EffectPending } from '#functions/platform/store/partners/effects.ts';
import { PartnerError } from '#functions/platform/store/partners/partner-error.ts';
import { reasonOf } from '../api/middleware/errors.ts';
import { inBackground } from './background.ts';
import { LimitedRetries, retryDelaySeconds } from './backoff.ts';

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
