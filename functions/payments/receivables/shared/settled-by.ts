import { receivablesMessages } from '#domain/payments/assignment-status.ts';
import { settledBy as paidBy, paymentsFor } from '#domain/payments/settling.ts';
import { AppError, notFound } from '#domain/shared/contract/errors.ts';
import type { Cents } from '#domain/shared/values/money.ts';
import type { CaseRecord, StoredAssignment, StoredReceivables } from '#functions/cases/repository/case-record.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Change } from '#functions/platform/store/audit/audit.ts';
import { assignmentChanges } from './assignment-values.ts';
import { expectedOf } from './expected.ts';

/** The assignment that is asked for, or 404; a paid one follows its payments and nothing else. */
export const requireOpenAssignment = ({ assignments }: StoredReceivables, id: string): StoredAssignment => {
  const found = assignments.find((one) => one.id === id);
  if (!found) throw notFound();
  if (found.status === 'paid') throw new AppError('conflict', { detail: receivablesMessages.paid });
  return found;
};

interface Settling {
  /** Of the payment. */
  id: string;
  amount_cents: Cents;
  actor: Pick<Actor, 'name'>;
  now: Date;
}

/** What a case expects once a payment has come for an assignment, and what its trail says of that. Throws 404 and 409. */
export const settleAssignment = (
  core: CaseRecord,
  assignmentId: string,
  { id, amount_cents, actor, now }: Settling,
): { expected: StoredReceivables; changes: Change[] } => {
  const before = expectedOf(core);
  const open = requireOpenAssignment(before, assignmentId);
  const next: StoredAssignment = {
    ...paidBy(open, [...paymentsFor(open), { payment_id: id, left_cents: amount_cents }]),
    ...{ updated_at: now.toISOString(), updated_by_name: actor.name },
  };
  return {
    expected: { ...before, assignments: before.assignments.map((one) => (one === open ? next : one)) },
    changes: assignmentChanges(open, next),
  };
};
