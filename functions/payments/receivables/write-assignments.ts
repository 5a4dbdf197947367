import { v7 as uuid } from 'uuid';
import { maxAssignments, receivablesMessages } from '#domain/payments/assignment-status.ts';
import { receivablesEndpoints } from '#domain/payments/money-to-come.endpoints.ts';
import { isReversed } from '#domain/payments/payment.rules.ts';
import { type InsurerPayment, paymentsFor, settledBy } from '#domain/payments/settling.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import type { StoredAssignment, StoredReceivables } from '#functions/cases/repository/case-record.ts';
import { type Payments, payments } from '#functions/payments/repository/payments.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { assignmentChanges, mergeAssignmentInput, valuesOf } from './shared/assignment-values.ts';
import { expectedOf, needs, presentExpected, todayOf } from './shared/expected.ts';
import { requireOpenAssignment } from './shared/settled-by.ts';

export const assignInsurance = handler(receivablesEndpoints.assign, needs, ({ params, body }, context) => {
  const { db, work, actor, now } = context;
  const id = uuid({ msecs: now.getTime() });
  return work.attempt(
    () => db.cases.require(params.id),
    async (caseRecord) => {
      const { core } = caseRecord;
      assertAllowed(actor, 'payment:record', core);
      const before = expectedOf(core);
      if (before.assignments.length >= maxAssignments)
        throw invalid({ non_field_errors: [receivablesMessages.tooMany] });
      const added: StoredAssignment = {
        id,
        ...mergeAssignmentInput({}, body),
        ...{ status: 'assigned', payment_id: null, received_cents: 0 },
        ...{ updated_at: now.toISOString(), updated_by_name: actor.name },
      };
      const next = { ...before, assignments: [...before.assignments, added] };
      return work
        .add(db.cases.changeCore(core, { money_to_come: next }, now))
        .audit('assignment.recorded', core.id, assignmentChanges(undefined, added))
        .announce('money-to-come.changed', core.id, { case_id: core.id })
        .finish(presentExpected(caseRecord, next, await todayOf(db, core, now)));
    },
  );
});

/** A payment that a patch names: of the same case, one that stands and pays no assignment yet. Throws 400. */
const newPayment = async (
  db: { payments: Payments },
  caseId: string,
  { assignments }: StoredReceivables,
  payment_id: string,
): Promise<InsurerPayment> => {
  const payment = await db.payments.require(payment_id);
  const isOfCase = payment.case_id === caseId && payment.kind === 'payment' && payment.status === 'recorded';
  if (!isOfCase || isReversed(payment, await db.payments.ofCase(caseId)))
    throw invalid({ payment: [receivablesMessages.notItsPayment] });
  if (assignments.flatMap(paymentsFor).some((one) => one.payment_id === payment_id))
    throw invalid({ payment: [receivablesMessages.taken] });
  return { payment_id, left_cents: payment.amount_cents };
};

export const changeAssignment = handler(
  receivablesEndpoints.change,
  { ...needs, payments },
  ({ params, body }, { db, work, actor, now }) =>
    work.attempt(
      () => db.cases.require(params.id),
      async (caseRecord) => {
        const { core } = caseRecord;
        assertAllowed(actor, 'payment:record', core);
        const expected = expectedOf(core);
        const before = requireOpenAssignment(expected, params.assignmentId);
        const added = body.payment ? [await newPayment(db, core.id, expected, body.payment)] : [];
        const entered: StoredAssignment = {
          ...before,
          ...mergeAssignmentInput(valuesOf(before), body),
          ...(body.status && { status: body.status }),
          ...{ updated_at: now.toISOString(), updated_by_name: actor.name },
        };
        const next = settledBy(entered, [...paymentsFor(before), ...added]);
        const after = { ...expected, assignments: expected.assignments.map((one) => (one === before ? next : one)) };
        const changes = assignmentChanges(before, next);
        const today = await todayOf(db, core, now);
        // The company alone: nothing is different.
        if (changes.length === 1 && before.company === next.company)
          return presentExpected(caseRecord, expected, today);
        return work
          .add(db.cases.changeCore(core, { money_to_come: after }, now))
          .audit('assignment.changed', core.id, changes)
          .announce('money-to-come.changed', core.id, { case_id: core.id })
          .finish(presentExpected(caseRecord, after, today));
      },
    ),
);

export const removeAssignment = handler(receivablesEndpoints.remove, needs, ({ params }, { db, work, actor, now }) =>
  work.attempt(
    () => db.cases.require(params.id),
    async (caseRecord) => {
      const { core } = caseRecord;
      assertAllowed(actor, 'payment:record', core);
      const expected = expectedOf(core);
      const removed = requireOpenAssignment(expected, params.assignmentId);
      if (removed.received_cents > 0) throw new AppError('conflict', { detail: receivablesMessages.paid });
      const after = { ...expected, assignments: expected.assignments.filter((one) => one !== removed) };
      return work
        .add(db.cases.changeCore(core, { money_to_come: after }, now))
        .audit('assignment.removed', core.id, assignmentChanges(removed, undefined))
        .announce('money-to-come.changed', core.id, { case_id: core.id })
        .finish(presentExpected(caseRecord, after, await todayOf(db, core, now)));
    },
  ),
);
