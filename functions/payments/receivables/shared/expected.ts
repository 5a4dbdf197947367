import type { Receivables } from '#domain/payments/money-to-come.schema.ts';
import { installmentStatus, installmentsOf, paidByFamily, splitBalance } from '#domain/payments/money-to-come.ts';
import { maskPolicyNumber } from '#domain/payments/policy-number.ts';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { type Cents, parseMoney, toDecimal } from '#domain/shared/values/money.ts';
import type { CaseRecord, StoredAssignment, StoredReceivables } from '#functions/cases/repository/case-record.ts';
import { cases, type StoredCase } from '#functions/cases/repository/cases.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';

/** What handlers of money to come need. */
export const needs = { cases, organizations };

export const expectedOf = ({ money_to_come }: CaseRecord): StoredReceivables =>
  money_to_come ?? { assignments: [], plan: null };

/** The contract total of a case in cents. */
export const contractOf = ({ sections }: Pick<StoredCase, 'sections'>): Cents =>
  parseMoney(String(sections.financial?.values.contract_total ?? '')) ?? 0;

/** What day it is where a case is kept. */
export const todayOf = async (
  { organizations: homes }: { organizations: Organizations },
  { funeral_home_id }: CaseRecord,
  now: Date,
): Promise<string> => todayIn((await homes.plainHome(funeral_home_id))?.time_zone ?? 'UTC', now);

const presentAssignment = (one: StoredAssignment): Receivables['assignments'][number] => ({
  id: one.id,
  company: one.company,
  policy_number: maskPolicyNumber(one.policy_number),
  amount: toDecimal(one.amount_cents),
  amount_received: toDecimal(one.received_cents),
  contact_phone: one.contact_phone,
  expected_on: one.expected_on,
  notes: one.notes,
  status: one.status,
  payment: one.received_cents > 0 ? one.payment_id : null,
  updated_by_name: one.updated_by_name,
});

/** What a case expects, as it is answered. */
export const presentExpected = (caseRecord: StoredCase, expected: StoredReceivables, today: string): Receivables => {
  const { paid_cents: paid } = caseRecord.core;
  const { insurer, family } = splitBalance(expected, contractOf(caseRecord), paid);
  const installments = expected.plan ? installmentsOf(expected.plan, paidByFamily(expected, paid)) : [];
  return {
    insurer_owes: toDecimal(insurer),
    family_owes: toDecimal(family),
    assignments: expected.assignments.map(presentAssignment),
    instalments: installments.map((one) => ({
      due_on: one.due_on,
      amount: toDecimal(one.amount_cents),
      amount_paid: toDecimal(one.paid_cents),
      status: installmentStatus(one, today, addDays),
    })),
  };
};
