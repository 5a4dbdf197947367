import type { SubmissionRow } from './submission.schema.ts';

export const submissionMessages = {
  editTheCase: 'This submission has become a case. Edit the case instead.',
  noReport: 'Only death reports can be converted. Create a case instead.',
  keptWithCase: 'This submission has become a case and cannot be deleted.',
} as const;

/** Days for which a converted report waits for a call. */
const convertedWaitingDays = 7;

/** Returns the instant since which converted reports wait for a call. */
export const convertedWaitingFrom = (now: Date): string =>
  new Date(now.getTime() - convertedWaitingDays * 24 * 3_600_000).toISOString();

/** Returns whether no one has called the family of a report, which ends a week after a converted report came. */
export const isWaitingForCall = (
  { status, is_waiting, created_at }: Pick<SubmissionRow, 'status' | 'is_waiting' | 'created_at'>,
  now: Date,
): boolean => is_waiting && (status !== 'converted' || created_at >= convertedWaitingFrom(now));
