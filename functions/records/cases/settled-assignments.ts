import type { Cents } from '#domain/values/money.ts';
import type { CaseRecord, StoredAssignment } from './case-record.ts';

/**
 * What of a core changes with the payment that settled an assignment: as much of it as is left counts as received. Where
 * nothing is left, after a void or a bounced check, the insurer owes the money again.
 */
export const followed = (
  { money_to_come: expected }: CaseRecord,
  paymentId: string,
  addedCents: Cents,
): Pick<CaseRecord, 'money_to_come'> | undefined => {
  if (addedCents === 0 || !expected?.assignments.some(({ payment_id }) => payment_id === paymentId)) return undefined;
  const assignments = expected.assignments.map((one): StoredAssignment => {
    if (one.payment_id !== paymentId) return one;
    const received_cents = one.received_cents + addedCents;
    return { ...one, received_cents, status: received_cents > 0 ? 'paid' : 'verified' };
  });
  return { money_to_come: { ...expected, assignments } };
};
