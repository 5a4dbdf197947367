import type { Cents } from '#domain/values/money.ts';
import type { CaseRecord, StoredAssignment } from './case-record.ts';

/**
 * What of a core changes with the payment that settled an assignment: the assignment has received what is left of that
 * payment, in cents. Where nothing is left, after a void or a bounced check, the insurer owes the money again.
 */
export const followed = (
  { money_to_come: expected }: CaseRecord,
  paymentId: string,
  leftCents: Cents,
): Pick<CaseRecord, 'money_to_come'> | undefined => {
  const changes = ({ payment_id, received_cents }: StoredAssignment): boolean =>
    payment_id === paymentId && received_cents !== leftCents;
  if (!expected?.assignments.some(changes)) return undefined;
  const assignments = expected.assignments.map(
    (one): StoredAssignment =>
      changes(one) ? { ...one, received_cents: leftCents, status: leftCents > 0 ? 'paid' : 'verified' } : one,
  );
  return { money_to_come: { ...expected, assignments } };
};
