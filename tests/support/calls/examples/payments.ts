import { areas } from '#domain/registry/endpoints.ts';
import { asOwner, assignment, caseId, payment } from '#tests/support/records/example-records.ts';
import { exampleAssignment, examplePayment } from '#tests/support/records/payments.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { about, type Example } from './example.ts';

export const paymentsExamples = {
  'payments.list': async ({ tenant }) => ({ query: { location: tenant.home.id, payment_method: 'cash' } }),
  'payments.record': async (world) => ({ body: examplePayment({ case: await caseId(world) }) }),
  'payments.byCase': async (world) => ({ query: { case_id: await caseId(world) } }),
  'payments.summary': async ({ tenant }) => ({ query: { location: tenant.home.id } }),
  'payments.get': about(payment),
  'payments.update': about(payment, { amount: '260.00' }),
  'payments.delete': async (world) => ({ params: { id: await payment(world) }, query: { reason: 'Entered twice' } }),
  'payments.refund': about(payment, { amount: '50.00', reason: 'Flowers were not ordered' }),
  'payments.reverse': about(payment, { reason: 'The check bounced' }),
  'money-to-come.get': about(caseId),
  'money-to-come.due': async ({ tenant }) => ({ query: { location: tenant.home.id } }),
  'money-to-come.assign': about(caseId, exampleAssignment()),
  'money-to-come.policyNumber': async (world) => ({ params: await assignment(world) }),
  'money-to-come.change': async (world) => ({ params: await assignment(world), body: { status: 'verified' } }),
  'money-to-come.remove': async (world) => ({ params: await assignment(world) }),
  'money-to-come.setPlan': async (world) => {
    const id = await caseId(world);
    const options = { as: asOwner(world), params: { id }, body: { contract_total: '900.00' } };
    succeeded(await world.harness.call(areas.cases.update, options));
    return { params: { id }, body: { instalments: [{ due_on: '2026-05-01', amount: '300.00' }] } };
  },
} satisfies Record<string, Example>;
