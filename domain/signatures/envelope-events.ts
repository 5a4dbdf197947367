import type { EventName } from '#domain/shared/events/catalog.ts';
import type { Envelope } from './envelope.ts';

/** The event of a status; of the others nothing is announced. */
const eventOf = {
  sent: 'envelope.sent',
  viewed: 'envelope.viewed',
  signed: 'envelope.signed',
  completed: 'envelope.completed',
  declined: 'envelope.declined',
  expired: 'envelope.expired',
  voided: 'envelope.voided',
} as const satisfies Partial<Record<Envelope['status'], EventName>>;
export type EnvelopeEvent = (typeof eventOf)[keyof typeof eventOf];

/** What is announced of a change: each once, when an envelope first gets there; nothing of one that is deleted. */
export const eventsOf = (before: Envelope, next: Envelope): EnvelopeEvent[] => {
  if (before.status === next.status || next.deleted) return [];
  const wasSent = before.sent_at === null && next.sent_at !== null && next.status !== 'sent';
  const name = Object.hasOwn(eventOf, next.status) ? eventOf[next.status as keyof typeof eventOf] : undefined;
  return [...(wasSent ? (['envelope.sent'] as const) : []), ...(name ? [name] : [])];
};
