import { followingPayment, receivedAfter } from '#domain/payments/receivables.ts';
import type { CaseRecord } from './case-record.ts';

export const followed = (
  { money_to_come: expected }: CaseRecord,
  entry: Parameters<typeof receivedAfter>[0],
): Pick<CaseRecord, 'money_to_come'> | undefined => {
  const payment = receivedAfter(entry);
  const changed = payment && expected?.assignments.map((one) => followingPayment(one, payment));
  if (!expected || !changed?.some(Boolean)) return undefined;
  return { money_to_come: { ...expected, assignments: expected.assignments.map((one, at) => changed[at] ?? one) } };
};
