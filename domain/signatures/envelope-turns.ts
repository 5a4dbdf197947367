import type { EventName } from '#domain/events/catalog.ts';
import {
  type Envelope,
  entryOf,
  type Recipient,
  type SubmissionState,
  type SubmitterState,
  withEntries,
} from './envelope.ts';
import { isSettledStatus } from './envelope-life.ts';
import { isWaiting } from './envelope-status.ts';

/** People were mailed their link once more: by somebody, or as a reminder. */
export const resentTo = (
  envelope: Envelope,
  recipientIds: readonly string[],
  { by, now, kind }: { by: string; now: Date; kind: 'resent' | 'reminded' },
): Envelope => {
  const at = now.toISOString();
  return {
    ...envelope,
    recipients: envelope.recipients.map((one) =>
      kind === 'reminded' && recipientIds.includes(one.id)
        ? { ...one, reminded_at: at, reminders: one.reminders + 1 }
        : one,
    ),
    timeline: withEntries(
      envelope.timeline,
      recipientIds.map((recipient) => entryOf(kind, at, { by, recipient })),
    ),
  };
};

/** Its submissions at DocuSeal that are complete and whose files are not stored yet. */
export const needsFiles = ({ submissions }: Envelope): SubmissionState[] =>
  submissions.filter(({ status, stored_at }) => status === 'completed' && stored_at === null);

/** Who could sign at this moment: people who sign, have neither signed nor declined, and whose turn it is. */
export const whoseTurn = (envelope: Envelope): Recipient[] => {
  if (!isWaiting(envelope.status) || envelope.deleted) return [];
  const orders = new Map(envelope.recipients.map(({ id, order }) => [id, order]));
  const ids = new Set(
    envelope.submissions.flatMap(({ submitters, status }) => {
      if (status !== 'pending') return [];
      const left = submitters.filter((one) => one.signs && !['completed', 'declined'].includes(one.status));
      const turn = Math.min(...left.map(({ recipient_id }) => orders.get(recipient_id) ?? 1));
      return left
        .filter(({ recipient_id }) => !envelope.in_order || orders.get(recipient_id) === turn)
        .map(({ recipient_id }) => recipient_id);
    }),
  );
  return envelope.recipients.filter(({ id }) => ids.has(id));
};

/** What of a submission one person has still to sign, whose turn it is. */
export const openSubmitters = (envelope: Envelope, recipientId: string): SubmitterState[] =>
  whoseTurn(envelope).some(({ id }) => id === recipientId)
    ? envelope.submissions
        .flatMap(({ submitters }) => submitters)
        .filter((one) => one.recipient_id === recipientId && !['completed', 'declined'].includes(one.status))
    : [];

/** Whether DocuSeal need not be asked any more. */
export const isSettled = ({ status, deleted }: Envelope): boolean => deleted !== null || isSettledStatus(status);

const told = {
  sent: 'envelope.sent',
  viewed: 'envelope.viewed',
  signed: 'envelope.signed',
  completed: 'envelope.completed',
  declined: 'envelope.declined',
  expired: 'envelope.expired',
  voided: 'envelope.voided',
} as const satisfies Partial<Record<Envelope['status'], EventName>>;
export type EnvelopeEvent = (typeof told)[keyof typeof told];

/** What is announced of a change: each once, when an envelope first gets there; nothing of one that is deleted. */
export const eventsOf = (before: Envelope, next: Envelope): EnvelopeEvent[] => {
  if (before.status === next.status || next.deleted) return [];
  const wasSent = before.sent_at === null && next.sent_at !== null && next.status !== 'sent';
  const name = Object.hasOwn(told, next.status) ? told[next.status as keyof typeof told] : undefined;
  return [...(wasSent ? (['envelope.sent'] as const) : []), ...(name ? [name] : [])];
};
