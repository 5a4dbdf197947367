import { paymentMethodLabels } from '#domain/payments/ledger-entry.ts';
import { paymentContent } from '#domain/payments/payment.fields.ts';
import type { Payment } from '#domain/payments/payment.schema.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { pick } from '#domain/shared/values/pick.ts';
import type { Cases } from '#functions/cases/repository/cases.ts';
import type { Organizations } from '#functions/organizations/repository/organizations.ts';
import type { PaymentRecord } from '#functions/payments/repository/payment-record.ts';

export interface Beside {
  case_number: string;
  deceased_name: string;
  funeral_home_name: string;
}

const unchanged = [
  'id',
  'version',
  'funeral_home_id',
  'kind',
  'status',
  'receipt_number',
  'refund_of',
  'check_number_masked',
  'created_at',
  'updated_at',
  'created_by_name',
  'voided_at',
  'voided_by_name',
  'void_reason',
  ...paymentContent,
] as const;

export const presentPayment = (record: PaymentRecord, beside: Beside): Payment => ({
  ...pick(record, unchanged),
  ...beside,
  case: record.case_id,
  amount: toDecimal(record.amount_cents),
  amount_returned: toDecimal(record.returned_cents),
  payment_method_display: paymentMethodLabels[record.payment_method],
  check_number: record.check_number_masked,
});

/** Entries show the current numbers and names of their cases. */
export const presentPayments = async (
  db: { cases: Pick<Cases, 'namesOf'>; organizations: Pick<Organizations, 'homeNames'> },
  records: readonly PaymentRecord[],
): Promise<Payment[]> => {
  const [cases, homes] = await Promise.all([
    db.cases.namesOf([...new Set(records.map(({ case_id }) => case_id))]),
    db.organizations.homeNames(),
  ]);
  return records.map((record) => {
    const { case_number, deceased_name } = cases.get(record.case_id) ?? record;
    return presentPayment(record, {
      case_number,
      deceased_name,
      funeral_home_name: homes.get(record.funeral_home_id) ?? '',
    });
  });
};

export const presentOne = async (
  db: Parameters<typeof presentPayments>[0],
  record: PaymentRecord,
): Promise<Payment> => {
  const [payment] = await presentPayments(db, [record]);
  if (!payment) throw new Error('a payment without an answer');
  return payment;
};
