import type { Envelope, Recipient, SubmissionState } from './envelope.ts';
import { type EnvelopeStatus, isSettledStatus, type RecipientStatus } from './envelope-status.ts';

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

/** Whether DocuSeal need not be asked any more. */
export const isSettled = ({ status, deleted }: Envelope): boolean => deleted !== null || isSettledStatus(status);

/** Whether it is to be sent and DocuSeal has not made all of it yet. */
export const isBeingSent = ({ sending }: Pick<Envelope, 'sending'>): boolean => sending?.state === 'asked';

/** Its submissions at DocuSeal that are complete and whose files are not stored yet. */
export const submissionsWithoutFiles = ({ submissions }: Envelope): SubmissionState[] =>
  submissions.filter(({ status, stored_at }) => status === 'completed' && stored_at === null);

/** Whether a scan has refused signed files of it: they are named, and are not stored. */
export const hasRefusedFiles = ({ submissions }: Envelope): boolean =>
  submissions.some(({ stored, stored_at }) => stored.length > 0 && stored_at === null);
