import type { Envelope, Recipient, SubmissionState } from './envelope.ts';
import { type EnvelopeStatus, isSettledStatus, type RecipientStatus } from './envelope-status.ts';

const signersOf = ({ recipients }: Pick<Envelope, 'recipients'>): readonly Recipient[] =>
  recipients.filter(({ signs }) => signs);

/** Returns the percentage of signers who have signed; recipients of copies do not count. */
export const percentOf = (envelope: Pick<Envelope, 'recipients' | 'status'>): number => {
  const signers = signersOf(envelope);
  if (signers.length === 0) return envelope.status === 'completed' ? 100 : 0;
  return Math.round((100 * signers.filter(({ status }) => status === 'completed').length) / signers.length);
};

const anyOf = (envelope: Envelope, has: (submission: SubmissionState) => boolean): boolean =>
  envelope.submissions.some(has);
const allOf = (envelope: Envelope, has: (submission: SubmissionState) => boolean): boolean =>
  envelope.submissions.length > 0 && envelope.submissions.every(has);

const reached: readonly RecipientStatus[] = ['viewed', 'opened', 'delivered', 'sent'];

/**
 * Returns the status of an envelope from DocuSeal's last responses and the requests made here (partners' fact sheet
 * §8): the first that applies of voided, declined, completed, signed, expired, partially signed, viewed, opened,
 * delivered, sent, pending, draft.
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
  const furthest = reached.find((status) => signers.some((signer) => signer.status === status));
  if (furthest) return furthest as EnvelopeStatus;
  return envelope.sending && envelope.sending.state !== 'refused' ? 'pending' : 'draft';
};

/** Returns a recipient's status over all submissions; declined or signed outweighs viewed. */
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

/** Returns true if DocuSeal need not be asked again. */
export const isSettled = ({ status, deleted }: Envelope): boolean => deleted !== null || isSettledStatus(status);

/** Returns true while DocuSeal has not created all of its submissions. */
export const isBeingSent = ({ sending }: Pick<Envelope, 'sending'>): boolean => sending?.state === 'asked';

/** Returns the completed submissions whose files are not stored. */
export const submissionsWithoutFiles = ({ submissions }: Envelope): SubmissionState[] =>
  submissions.filter(({ status, stored_at }) => status === 'completed' && stored_at === null);

/** Returns true if a scan rejected some of its signed files. */
export const hasRefusedFiles = ({ submissions }: Envelope): boolean =>
  submissions.some(({ stored, stored_at }) => stored.length > 0 && stored_at === null);
