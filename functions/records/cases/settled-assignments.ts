import { followingPayment } from '#domain/money-to-come/settling.ts';
import type { CaseRecord } from './case-record.ts';

/** What of a core changes with a payment that pays an assignment: the assignment has received what is left of it, in cents. */
export const followed = (
  { money_to_come: expected }: CaseRecord,
  payment_id: string,
  left_cents: number,
): Pick<CaseRecord, 'money_to_come'> | undefined => {
  const changed = expected?.assignments.map((one) => followingPayment(one, { payment_id, left_cents }));
  if (!expected || !changed?.some(Boolean)) return undefined;
  return { money_to_come: { ...expected, assignments: expected.assignments.map((one, at) => changed[at] ?? one) } };
};
