import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Logger } from '@aws-lambda-powertools/logger';
import type { Context as LambdaContext, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import {
  EventEnvelope,
  type EventName,
  type EventPayload,
  eventSource,
  events,
  isEventName,
} from '#domain/events/catalog.ts';
import { EffectPending } from '#functions/store/effects.ts';

/** What EventBridge puts on a queue. */
const Delivered = z.object({ source: z.string(), 'detail-type': z.string(), detail: z.unknown() });

/** SES's announcement that it took a mail, with the tags that the mail carried. */
const MailSent = z.object({ mail: z.object({ tags: z.record(z.string(), z.array(z.string())) }) });

export interface Delivery<N extends EventName> {
  envelope: Omit<EventEnvelope, 'payload'> & { payload: EventPayload<N> };
}
export type EventHandlers = { [N in EventName]?: (delivery: Delivery<N>) => Promise<void> };

/**
 * A worker over one queue: each message is handled alone, and a failed one goes back alone (partial batch response).
 * Messages may come twice and in any order, so handlers are idempotent. An event that this worker has no handler for
 * fails and ends in the dead-letter queue, where somebody will see it. The messages of a batch run side by side, so
 * that what a log line tells of its message is in the line itself and not in the logger.
 */
export const createWorker = (
  handlers: EventHandlers,
  { logger, onMailSent }: { logger: Logger; onMailSent?: (tags: Record<string, string>) => Promise<void> },
) => {
  const handle = async ({ body, messageId: message_id }: SQSRecord): Promise<void> => {
    const { source, 'detail-type': name, detail } = Delivered.parse(JSON.parse(body));
    if (source === 'aws.ses' && name === 'Email Sent' && onMailSent) {
      const { tags } = MailSent.parse(detail).mail;
      await onMailSent(Object.fromEntries(Object.entries(tags).map(([tag, [value = '']]) => [tag, value])));
      return;
    }
    if (source !== eventSource || !isEventName(name)) throw new UnknownEvent();
    // Its payload is checked by the schema of the very name that the handler stands under.
    const run = handlers[name] as ((delivery: unknown) => Promise<void>) | undefined;
    if (!run) throw new UnknownEvent();
    const envelope = EventEnvelope.parse(detail);
    await run({ envelope: { ...envelope, payload: events[name].parse(envelope.payload) } });
    logger.info('handled', { event: name, event_id: envelope.id, message_id });
  };
  return async (event: SQSEvent, context: LambdaContext): Promise<SQSBatchResponse> => {
    const processor = new BatchProcessor(EventType.SQS);
    const guarded = async (record: SQSRecord): Promise<void> => {
      try {
        await handle(record);
      } catch (error) {
        const tries = Number(record.attributes.ApproximateReceiveCount);
        const about = { message_id: record.messageId, tries, reason: (error as Error).name };
        // A duplicate that has to wait for its twin is nothing to look at.
        if (error instanceof EffectPending) logger.info('comes again', about);
        else logger.error('failed', about);
        throw error;
      }
    };
    return processPartialResponse(event, guarded, processor, { context, throwOnFullBatchFailure: false });
  };
};

class UnknownEvent extends Error {
  constructor() {
    super('no handler for this event');
    this.name = 'UnknownEvent';
  }
}
