import * as z from 'zod';

/** Apart from the schema, because every page loads these texts with the access policies. */
export const envelopePolicyMessages = {
  caseNotOpen: 'Signatures can be requested for active and completed cases.',
  notADraft: 'Already sent. To change it, void it and send a new one.',
  alreadySent: 'Already sent.',
  notSent: 'Not sent yet.',
  beingSent: 'This request is being sent. Try again in a few seconds.',
  completed: 'Everyone has signed. Completed requests cannot be voided.',
  ended: 'Already closed.',
  notStored: 'The signed copies are being downloaded. Try again in a few seconds.',
} as const;

/** Final statuses: no one can sign any more, or all have signed and the files are stored. */
const settled: readonly string[] = ['completed', 'declined', 'expired', 'voided'];
export const isSettledStatus = (status: string): boolean => settled.includes(status);

export const envelopeStatuses = [
  'draft',
  'pending',
  'sent',
  'delivered',
  'opened',
  'viewed',
  'partially_signed',
  'signed',
  'completed',
  'declined',
  'expired',
  'voided',
] as const;
export const EnvelopeStatus = z.enum(envelopeStatuses, 'Choose a status from the list');
export type EnvelopeStatus = z.output<typeof EnvelopeStatus>;

export const envelopeStatusLabels: Record<EnvelopeStatus, string> = {
  draft: 'Draft',
  pending: 'Pending',
  sent: 'Sent',
  delivered: 'Delivered',
  opened: 'Opened',
  viewed: 'Viewed',
  partially_signed: 'Partially signed',
  signed: 'Signed',
  completed: 'Completed',
  declined: 'Declined',
  expired: 'Expired',
  voided: 'Voided',
};

export const recipientStatuses = ['pending', 'sent', 'delivered', 'opened', 'viewed', 'completed', 'declined'] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];
export const recipientStatusLabels: Record<RecipientStatus, string> = {
  pending: 'Pending',
  sent: 'Sent',
  delivered: 'Delivered',
  opened: 'Opened',
  viewed: 'Viewed',
  completed: 'Signed',
  declined: 'Declined',
};

/** Returns true while people are expected to sign. */
export const isAwaitingSigners = (status: EnvelopeStatus): boolean =>
  !isSettledStatus(status) && status !== 'draft' && status !== 'signed';

export const awaitingStatuses = envelopeStatuses.filter(isAwaitingSigners);

/** Days for which a declined or expired request may be made again. */
const freshDays = 30;

/** Returns whether a person may have to act: on a draft, one that waits for signers, or a freshly declined or expired one. */
export const isOpenRequest = (
  { status, sent_at, created_at }: { status: EnvelopeStatus; sent_at: string | null; created_at: string },
  now: Date,
): boolean =>
  status === 'draft' ||
  isAwaitingSigners(status) ||
  ((status === 'declined' || status === 'expired') &&
    now.getTime() - Date.parse(sent_at ?? created_at) < freshDays * 24 * 3_600_000);

/** Returns the given percentage (D3 §9), else the share of recipients that completed. */
export const shownPercent = (given: {
  completion_percentage?: number | null | undefined;
  recipients?: readonly { status: string }[] | undefined;
  status: string;
}): number => {
  if (typeof given.completion_percentage === 'number') return given.completion_percentage;
  const { recipients = [] } = given;
  const done = recipients.filter(({ status }) => status === 'completed').length;
  if (recipients.length > 0) return Math.round((100 * done) / recipients.length);
  return given.status === 'completed' ? 100 : 0;
};
