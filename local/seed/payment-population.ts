import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import { receiptNumber } from '#domain/payments/payment.rules.ts';
import { type PaymentMethod, paymentMethods } from '#domain/payments/payment-method.ts';
import { addDays } from '#domain/values/calendar-date.ts';
import { toDecimal } from '#domain/values/money.ts';
import type { CaseRecord } from '#functions/records/cases/cases.ts';
import type { PaymentRecord } from '#functions/records/money/payment-record.ts';
import { drawsOf, from, idOf } from './invented-people.ts';

/** Far from the draws of people, so that a case is the same with payments and without. */
const drawsBehind = 40_000_000;
const daysApart = 9;
/** Receipts of another system, far from the counters of the homes. */
const takenOver = 1_000_000;
const mostPayments = 100;

interface PaidCase {
  core: Partial<Pick<CaseRecord, 'paid_cents' | 'ledger_entries'>>;
  /** What was agreed on, so that something is owed, held or paid in full. */
  sections: Pick<CaseSectionValues, 'servicesFees' | 'financial'>;
  payments: PaymentRecord[];
}

/** So many payments of an invented case, the same at every making, none of them after the day `until`; cents. */
export const paidCase = (
  index: number,
  core: CaseRecord,
  { payments: count, name, prefix, until }: { payments: number; name: string; prefix: string; until: string },
): PaidCase => {
  if (count === 0) return { core: {}, sections: {}, payments: [] };
  const draw = drawsOf(drawsBehind + index);
  const contract = 10_000 * (20 + Math.floor(draw() * 100));
  const payments = Array.from({ length: count }, (_, at): PaymentRecord => {
    const day = addDays(core.created_at.slice(0, 10), at * daysApart);
    const payment_date = day < until ? day : until;
    const id = idOf(index, new Date(core.created_at), draw);
    const payment_method: PaymentMethod = from(paymentMethods, draw);
    return {
      ...{ id, organization_id: core.organization_id, version: 1, case_id: core.id, case_number: core.case_number },
      ...{ deceased_name: name, funeral_home_id: core.funeral_home_id, kind: 'payment', status: 'recorded' },
      ...{
        receipt_number: receiptNumber(prefix, Number(payment_date.slice(0, 4)), takenOver + index * mostPayments + at),
        payment_date,
        received_from: `Family of ${name}`,
      },
      ...{ amount_cents: 100 * (50 + Math.floor((draw() * contract) / 250)), payment_method },
      ...{ other_method_description: payment_method === 'other' ? 'Transfer' : '', check_number_id: null },
      ...{ check_number_masked: '', payment_for: 'Deposit', notes: '', refund_of: null, returned_cents: 0 },
      ...{ created_at: core.created_at, updated_at: core.created_at, created_by_name: core.created_by_name },
      ...{ voided_at: null, voided_by_name: null, void_reason: null },
    };
  });
  return {
    core: { paid_cents: payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0), ledger_entries: count },
    sections: {
      servicesFees: { basic_services_fee: toDecimal(contract) },
      financial: { contract_total: toDecimal(contract) },
    },
    payments,
  };
};
