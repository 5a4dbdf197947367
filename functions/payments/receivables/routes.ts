import { v7 as uuid } from 'uuid';
import { earliestPayment } from '#domain/payments/payment.fields.ts';
import { isReversed } from '#domain/payments/payment.rules.ts';
import { receivablesEndpoints } from '#domain/payments/receivables.endpoints.ts';
import {
  type InsurerPayment,
  maxAssignments,
  paidByFamily,
  paymentsFor,
  receivablesMessages,
  settledBy,
  splitBalance,
} from '#domain/payments/receivables.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { addDays, formatDate, latestToday, todayIn } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, toCents, toDecimal } from '#domain/shared/values/money.ts';
import type { StoredAssignment, StoredReceivables } from '#functions/cases/repository/case-record.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import { moneyDue } from '../repository/payment-record.ts';
import { type Payments, payments } from '../repository/payments.ts';
import {
  assignmentChanges,
  contractOf,
  expectedOf,
  mergeAssignmentInput,
  needs,
  presentExpected,
  requireOpenAssignment,
  todayOf,
  valuesOf,
} from './shared/assignment-values.ts';

const assignInsurance = handler(receivablesEndpoints.assign, needs, ({ params, body }, context) => {
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
        ...mergeAssignmentInput({}, body, now),
        status: 'assigned',
        payment_id: null,
        received_cents: 0,
        updated_at: now.toISOString(),
        updated_by_name: actor.name,
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

/** Returns a payment named in a patch: of the same case, not void, without an assignment. Throws 400. */
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
  if (assignments.flatMap(paymentsFor).some((payment) => payment.payment_id === payment_id))
    throw invalid({ payment: [receivablesMessages.taken] });
  return { payment_id, left_cents: payment.amount_cents };
};

const changeAssignment = handler(
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
          ...mergeAssignmentInput(valuesOf(before), body, now),
          ...(body.status && { status: body.status }),
          updated_at: now.toISOString(),
          updated_by_name: actor.name,
        };
        const next = settledBy(entered, [...paymentsFor(before), ...added]);
        const after = {
          ...expected,
          assignments: expected.assignments.map((assignment) => (assignment === before ? next : assignment)),
        };
        const changes = assignmentChanges(before, next);
        const today = await todayOf(db, core, now);
        // Only the company's name was repeated: nothing changed.
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

const removeAssignment = handler(receivablesEndpoints.remove, needs, ({ params }, { db, work, actor, now }) =>
  work.attempt(
    () => db.cases.require(params.id),
    async (caseRecord) => {
      const { core } = caseRecord;
      assertAllowed(actor, 'payment:record', core);
      const expected = expectedOf(core);
      const removed = requireOpenAssignment(expected, params.assignmentId);
      if (removed.received_cents > 0) throw new AppError('conflict', { detail: receivablesMessages.paid });
      const after = { ...expected, assignments: expected.assignments.filter((assignment) => assignment !== removed) };
      return work
        .add(db.cases.changeCore(core, { money_to_come: after }, now))
        .audit('assignment.removed', core.id, assignmentChanges(removed, undefined))
        .announce('money-to-come.changed', core.id, { case_id: core.id })
        .finish(presentExpected(caseRecord, after, await todayOf(db, core, now)));
    },
  ),
);

const planText = (plan: StoredReceivables['plan']): string | null =>
  plan?.instalments
    .map(({ due_on, amount_cents }) => `${formatDate(due_on)} ${formatMoney(amount_cents)}`)
    .join('; ') ?? null;

const setInstallments = handler(receivablesEndpoints.setPlan, needs, ({ params, body }, context) => {
  const { db, work, actor, now } = context;
  return work.attempt(
    () => db.cases.require(params.id),
    async (caseRecord) => {
      const { core } = caseRecord;
      assertAllowed(actor, 'payment:record', core);
      const before = expectedOf(core);
      const installments = body.instalments.map(({ due_on, amount }) => ({
        due_on,
        amount_cents: toCents(amount),
      }));
      const agreed = installments.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
      if (agreed > 0 && agreed > splitBalance(before, contractOf(caseRecord), core.paid_cents).family)
        throw invalid({ instalments: [receivablesMessages.planTooMuch] });
      const today = await todayOf(db, core, now);
      // A mistyped year would never be due.
      const isFar = (day: string): boolean => day < earliestPayment || day > addDays(today, 3653);
      if (installments.some(({ due_on }) => isFar(due_on)))
        throw invalid({ instalments: [receivablesMessages.planDays] });
      if (isSame(before.plan?.instalments ?? [], installments)) return presentExpected(caseRecord, before, today);
      const plan = installments.length
        ? {
            instalments: installments,
            paid_before_cents: paidByFamily(before, core.paid_cents),
            made_at: now.toISOString(),
            made_by_name: actor.name,
          }
        : null;
      const after: StoredReceivables = { ...before, plan };
      return work
        .add(db.cases.changeCore(core, { money_to_come: after }, now))
        .audit('instalments.set', core.id, [{ field: 'instalments', from: planText(before.plan), to: planText(plan) }])
        .announce('money-to-come.changed', core.id, { case_id: core.id })
        .finish(presentExpected(caseRecord, after, today));
    },
  );
});

const getReceivables = handler(receivablesEndpoints.get, needs, async ({ params }, { db, now }) => {
  const caseRecord = await db.cases.require(params.id);
  return presentExpected(caseRecord, expectedOf(caseRecord.core), await todayOf(db, caseRecord.core, now));
});

const maxShown = 10;
const maxRead = 100;
const daysAhead = 7;

/** Cases with receivables due within a week or overdue. */
const getMoneyDue = handler(receivablesEndpoints.due, { ...needs, moneyDue }, async ({ query }, { db, actor, now }) => {
  const home = await db.organizations.plainHome(query.location ?? actor.homeId);
  const today = home ? todayIn(home.time_zone, now) : latestToday(now);
  const { rows, isExact } = await db.moneyDue.before(addDays(today, daysAhead + 1), query.location, maxRead);
  const first = rows.slice(0, maxShown);
  const [names, homes] = await Promise.all([db.cases.namesOf(first.map(({ id }) => id)), db.organizations.homeNames()]);
  return {
    today,
    count: rows.length,
    count_is_exact: isExact,
    results: first.map(({ id, funeral_home_id, due_on, amount_cents, owed_by }) => ({
      case: id,
      case_number: names.get(id)?.case_number ?? '',
      deceased_name: names.get(id)?.deceased_name ?? '',
      funeral_home_id,
      funeral_home_name: homes.get(funeral_home_id) ?? '',
      due_on,
      amount: toDecimal(amount_cents),
      owed_by,
    })),
  };
});

export const receivablesRoutes = routesOf(receivablesEndpoints, {
  get: getReceivables,
  due: getMoneyDue,
  assign: assignInsurance,
  change: changeAssignment,
  remove: removeAssignment,
  setPlan: setInstallments,
});
