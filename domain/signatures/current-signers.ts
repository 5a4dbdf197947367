import type { Envelope, Recipient, SubmitterState } from './envelope.ts';
import { isAwaitingSigners } from './envelope-status.ts';

/** Who could sign at this moment: people who sign, have neither signed nor declined, and whose turn it is. */
export const currentSigners = (envelope: Envelope): Recipient[] => {
  if (!isAwaitingSigners(envelope.status) || envelope.deleted) return [];
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
  currentSigners(envelope).some(({ id }) => id === recipientId)
    ? envelope.submissions
        .flatMap(({ submitters }) => submitters)
        .filter((one) => one.recipient_id === recipientId && !['completed', 'declined'].includes(one.status))
    : [];
