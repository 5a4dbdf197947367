import { v7 as uuid } from 'uuid';
import { assertMay } from '#domain/access/policies.ts';
import { invalid } from '#domain/contract/errors.ts';
import { moneyToComeMessages, mostAssignments } from '#domain/money-to-come/assignment-status.ts';
import { moneyToComeEndpoints } from '#domain/money-to-come/money-to-come.endpoints.ts';
import type { AssignmentPatch } from '#domain/money-to-come/money-to-come.schema.ts';
import { leftOf } from '#domain/payments/payment.rules.ts';
import { handler } from '#functions/kernel/handler.ts';
import type { StoredAssignment, StoredMoneyToCome } from '#functions/records/cases/case-record.ts';
import { type Payments, payments } from '#functions/records/money/payments.ts';
import { assignmentChanges, enteredOver, valuesOf } from './shared/assignment-values.ts';
import { expectedOf, needs, presentExpected, todayOf } from './shared/expected.ts';
import { openOne } from './shared/settled-by.ts';

export const assignInsurance = handler(moneyToComeEndpoints.assign, needs, ({ params, body }, context) => {
  const { db, work, actor, now } = context;
  const id = uuid({ msecs: now.getTime() });
  return work.attempt(
    () => db.cases.require(params.id),
    async (kase) => {
      const { core } = kase;
      assertMay(actor, 'payment:record', core);
      const before = expectedOf(core);
      if (before.assignments.length >= mostAssignments)
        throw invalid({ non_field_errors: [moneyToComeMessages.tooMany] });
      const added: StoredAssignment = {
        id,
        ...enteredOver({}, body),
        ...{ status: 'assigned', payment_id: null, received_cents: 0 },
        ...{ updated_at: now.toISOString(), updated_by_name: actor.name },
      };
      const next = { ...before, assignments: [...before.assignments, added] };
      return work
        .add(db.cases.changeCore(core, { money_to_come: next }, now))
        .audit('assignment.recorded', core.id, assignmentChanges(undefined, added))
        .announce('money-to-come.changed', core.id, { case_id: core.id })
        .finish(presentExpected(kase, next, await todayOf(db, core, now)));
    },
  );
});

/** How a patch leaves the status: settled by a payment of the same case that stands, or as somebody set it. */
const settled = async (
  db: { payments: Payments },
  caseId: string,
  { assignments }: StoredMoneyToCome,
  { payment: paymentId, status }: Pick<AssignmentPatch, 'payment' | 'status'>,
): Promise<Partial<StoredAssignment>> => {
  if (!paymentId) return status ? { status, payment_id: null, received_cents: 0 } : {};
  const payment = await db.payments.require(paymentId);
  const left = leftOf(payment);
  if (payment.case_id !== caseId || payment.kind !== 'payment' || left <= 0)
    throw invalid({ payment: [moneyToComeMessages.notItsPayment] });
  if (assignments.some((one) => one.status === 'paid' && one.payment_id === paymentId))
    throw invalid({ payment: [moneyToComeMessages.taken] });
  return { status: 'paid', payment_id: paymentId, received_cents: left };
};

export const changeAssignment = handler(
  moneyToComeEndpoints.change,
  { ...needs, payments },
  ({ params, body }, { db, work, actor, now }) =>
    work.attempt(
      () => db.cases.require(params.id),
      async (kase) => {
        const { core } = kase;
        assertMay(actor, 'payment:record', core);
        const expected = expectedOf(core);
        const before = openOne(expected, params.assignmentId);
        const next: StoredAssignment = {
          ...before,
          ...enteredOver(valuesOf(before), body),
          ...(await settled(db, core.id, expected, body)),
          ...{ updated_at: now.toISOString(), updated_by_name: actor.name },
        };
        const after = { ...expected, assignments: expected.assignments.map((one) => (one === before ? next : one)) };
        const changes = assignmentChanges(before, next);
        const today = await todayOf(db, core, now);
        // The company alone: nothing is different.
        if (changes.length === 1 && before.company === next.company) return presentExpected(kase, expected, today);
        return work
          .add(db.cases.changeCore(core, { money_to_come: after }, now))
          .audit('assignment.changed', core.id, changes)
          .announce('money-to-come.changed', core.id, { case_id: core.id })
          .finish(presentExpected(kase, after, today));
      },
    ),
);

export const removeAssignment = handler(moneyToComeEndpoints.remove, needs, ({ params }, { db, work, actor, now }) =>
  work.attempt(
    () => db.cases.require(params.id),
    async (kase) => {
      const { core } = kase;
      assertMay(actor, 'payment:record', core);
      const expected = expectedOf(core);
      const removed = openOne(expected, params.assignmentId);
      const after = { ...expected, assignments: expected.assignments.filter((one) => one !== removed) };
      return work
        .add(db.cases.changeCore(core, { money_to_come: after }, now))
        .audit('assignment.removed', core.id, assignmentChanges(removed, undefined))
        .announce('money-to-come.changed', core.id, { case_id: core.id })
        .finish(presentExpected(kase, after, await todayOf(db, core, now)));
    },
  ),
);
