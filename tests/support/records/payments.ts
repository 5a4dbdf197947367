import { v7 as uuid } from 'uuid';
import type { Payment } from '#domain/payments/payment.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import { createPaymentRepository, type PaymentRecord } from '#functions/payments/repository/payments.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Write } from '#functions/platform/store/table.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { succeeded } from './reports.ts';

export const examplePayment = (changes: object = {}) => ({
  received_from: 'Loretta Tyndall',
  payment_date: new Date().toISOString().slice(0, 10),
  amount: '250.00',
  payment_for: 'Deposit',
  payment_method: 'cash',
  ...changes,
});

export const exampleAssignment = (changes: object = {}) => ({
  company: 'Homesteaders Life',
  policy_number: 'POL-2231-9087',
  amount: '500.00',
  ...changes,
});

export const recordPayment = async (
  harness: Harness,
  tenant: Tenant,
  caseId: string,
  changes: object = {},
): Promise<Payment> => {
  const options = { as: tenant.profiles.office_staff, body: examplePayment({ case: caseId, ...changes }) };
  return succeeded(await harness.call(areas.payments.record, options)).body as Payment;
};

export const pastPayment = (
  core: CaseRecord,
  { amount_cents, payment_date, n }: Pick<PaymentRecord, 'amount_cents' | 'payment_date'> & { n: number },
): PaymentRecord => ({
  ...{ id: uuid(), organization_id: core.organization_id, version: 1, case_id: core.id, case_number: core.case_number },
  ...{ deceased_name: '', funeral_home_id: core.funeral_home_id, kind: 'payment', status: 'recorded' },
  // Unique, and outside the years that locations count.
  receipt_number: `R-0000-${core.id.slice(-9)}-${n}`,
  ...{ payment_date, received_from: 'Ann Lindqvist', amount_cents },
  ...{ payment_method: 'cash', other_method_description: '', check_number_id: null, check_number_masked: '' },
  ...{ payment_for: 'Deposit', notes: '', refund_of: null, returned_cents: 0 },
  ...{ created_at: core.created_at, updated_at: core.created_at, created_by_name: null },
  ...{ voided_at: null, voided_by_name: null, void_reason: null },
});

/** Returns a ledger written without calls: one payment of all that the case has received. */
export const ledgerOf = (harness: Harness, core: CaseRecord): { core: CaseRecord; writes: Write[] } => {
  if (core.paid_cents === 0) return { core, writes: [] };
  const payment = pastPayment(core, {
    amount_cents: core.paid_cents,
    payment_date: core.created_at.slice(0, 10),
    n: 0,
  });
  const writes = createPaymentRepository(harness.table, keysOf(core.organization_id)).create(payment);
  return { core: { ...core, ledger_entries: 1 }, writes };
};
