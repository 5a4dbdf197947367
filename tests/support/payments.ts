import { areas } from '#domain/contract/endpoints.ts';
import type { Payment } from '#domain/payments/payment.schema.ts';
import type { Harness } from './harness.ts';
import { succeeded } from './reports.ts';
import type { Tenant } from './tenants.ts';

/** A payment in cash as a client sends it. */
export const examplePayment = (changes: object = {}) => ({
  received_from: 'Loretta Tyndall',
  payment_date: new Date().toISOString().slice(0, 10),
  amount: '250.00',
  payment_for: 'Deposit',
  payment_method: 'cash',
  ...changes,
});

/** An insurance assignment as a client sends it. */
export const exampleAssignment = (changes: object = {}) => ({
  company: 'Homesteaders Life',
  policy_number: 'POL-2231-9087',
  amount: '500.00',
  ...changes,
});

/** A payment recorded just now on a case. */
export const recordPayment = async (
  harness: Harness,
  tenant: Tenant,
  caseId: string,
  changes: object = {},
): Promise<Payment> => {
  const options = { as: tenant.profiles.office_staff, body: examplePayment({ case: caseId, ...changes }) };
  return succeeded(await harness.call(areas.payments.record, options)).body as Payment;
};
