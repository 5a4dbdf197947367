import { receivablesMessages } from '#domain/payments/assignment-status.ts';
import { receivablesEndpoints } from '#domain/payments/money-to-come.endpoints.ts';
import { paidByFamily, splitBalance } from '#domain/payments/money-to-come.ts';
import { earliestPayment } from '#domain/payments/payment.values.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { addDays, formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import type { StoredReceivables } from '#functions/cases/repository/case-record.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import { contractOf, expectedOf, needs, presentExpected, todayOf } from './shared/expected.ts';

const said = (plan: StoredReceivables['plan']): string | null =>
  plan?.instalments
    .map(({ due_on, amount_cents }) => `${formatDate(due_on)} ${formatMoney(amount_cents)}`)
    .join('; ') ?? null;

/** Agrees on instalments for what the family owes now; what it pays from then on pays the earliest first. */
export const setInstallments = handler(receivablesEndpoints.setPlan, needs, ({ params, body }, context) => {
  const { db, work, actor, now } = context;
  return work.attempt(
    () => db.cases.require(params.id),
    async (caseRecord) => {
      const { core } = caseRecord;
      assertAllowed(actor, 'payment:record', core);
      const before = expectedOf(core);
      const installments = body.instalments.map(({ due_on, amount }) => ({
        due_on,
        amount_cents: parseMoney(amount) ?? 0,
      }));
      const agreed = installments.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
      if (agreed > 0 && agreed > splitBalance(before, contractOf(caseRecord), core.paid_cents).family)
        throw invalid({ instalments: [receivablesMessages.planTooMuch] });
      const today = await todayOf(db, core, now);
      // A year that came of a typing error reminds no family.
      const isFar = (day: string): boolean => day < earliestPayment || day > addDays(today, 3653);
      if (installments.some(({ due_on }) => isFar(due_on)))
        throw invalid({ instalments: [receivablesMessages.planDays] });
      if (isSame(before.plan?.instalments ?? [], installments)) return presentExpected(caseRecord, before, today);
      const plan = installments.length
        ? {
            instalments: installments,
            paid_before_cents: paidByFamily(before, core.paid_cents),
            ...{ made_at: now.toISOString(), made_by_name: actor.name },
          }
        : null;
      const after: StoredReceivables = { ...before, plan };
      return work
        .add(db.cases.changeCore(core, { money_to_come: after }, now))
        .audit('instalments.set', core.id, [{ field: 'instalments', from: said(before.plan), to: said(plan) }])
        .announce('money-to-come.changed', core.id, { case_id: core.id })
        .finish(presentExpected(caseRecord, after, today));
    },
  );
});
