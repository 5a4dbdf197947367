import type { Envelope, Recipient, SubmissionState } from './envelope.ts';
import type { EnvelopeStatus, RecipientStatus } from './envelope-status.ts';

const signersOf = ({ recipients }: Pick<Envelope, 'recipients'>): readonly Recipient[] =>
  recipients.filter(({ signs }) => signs);

/** The share of those who sign that have signed, in whole percent; who only gets a copy does not count. */
export const percentOf = (envelope: Pick<Envelope, 'recipients' | 'status'>): number => {
  const signers = signersOf(envelope);
  if (signers.length === 0) return envelope.status === 'completed' ? 100 : 0;
  return Math.round((100 * signers.filter(({ status }) => status === 'completed').length) / signers.length);
};

const anyOf = (envelope: Envelope, has: (one: SubmissionState) => boolean): boolean => envelope.submissions.some(has);
const allOf = (envelope: Envelope, has: (one: SubmissionState) => boolean): boolean =>
  envelope.submissions.length > 0 && envelope.submissions.every(has);

const reached: readonly RecipientStatus[] = ['viewed', 'opened', 'delivered', 'sent'];

/**
 * The status of an envelope: of what DocuSeal was last seen to say of its submissions and of what was asked for here
 * (partners' fact sheet §8). The first that holds: voided, declined, completed, signed, expired, partially signed, viewed,
 * opened, delivered, sent, pending, draft.
 */
export const statusOf = (envelope: Envelope): EnvelopeStatus => {
  if (envelope.void) return 'voided';
  if (anyOf(envelope, ({ status }) => status === 'declined')) return 'declined';
  if (allOf(envelope, ({ status }) => status === 'completed'))
    return allOf(envelope, ({ stored_at }) => stored_at !== null) ? 'completed' : 'signed';
  if (anyOf(envelope, ({ status }) => status === 'expired')) return 'expired';
  const signers = signersOf(envelope);
  const hasSigned = envelope.submissions.some(({ submitters }) =>
    submitters.some(({ signs, status }) => signs && status === 'completed'),
  );
  if (hasSigned) return 'partially_signed';
  const furthest = reached.find((status) => signers.some((one) => one.status === status));
  if (furthest) return furthest as EnvelopeStatus;
  return envelope.sending && envelope.sending.state !== 'refused' ? 'pending' : 'draft';
};

/** What the submissions say of one person; a paper that is declined or signed outweighs one that was only looked at. */
export const recipientStatusOf = (recipient: Recipient, submissions: readonly SubmissionState[]): RecipientStatus => {
  const own = submissions
    .flatMap(({ submitters }) => submitters)
    .filter(({ recipient_id, signs }) => recipient_id === recipient.id && signs);
  if (own.some(({ status }) => status === 'declined')) return 'declined';
  if (own.length > 0 && own.every(({ status }) => status === 'completed')) return 'completed';
  if (own.some(({ status }) => status === 'opened' || status === 'completed')) return 'viewed';
  if (recipient.opened_at) return 'opened';
  if (recipient.delivered_at) return 'delivered';
  return own.some(({ sent_at }) => sent_at) ? 'sent' : 'pending';
};
