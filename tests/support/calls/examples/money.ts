import { areas } from '#domain/registry/endpoints.ts';
import {
  announcedBooks,
  connectFurther,
  connectQuickBooks,
  consented,
  finishedPreview,
  keepBooks,
  proposedSettings,
  refusedEntry,
} from '#tests/support/partners/quickbooks.ts';
import {
  asOwner,
  assignment,
  caseId,
  draft,
  feesOfCase,
  payment,
  statement,
} from '#tests/support/records/example-records.ts';
import { exampleAssignment, examplePayment } from '#tests/support/records/payments.ts';
import { casket, exampleAcceptance, tomorrow } from '#tests/support/records/price-lists.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { about, type Example, homeId, nothing } from './example.ts';

const booksConnected: Example = async ({ harness, tenant }) => {
  await connectQuickBooks(harness, tenant);
  return {};
};
const booksKept: Example = async ({ harness, tenant }) => {
  await keepBooks(harness, tenant);
  return {};
};

export const moneyExamples = {
  'payments.list': async ({ tenant }) => ({ query: { location: tenant.home.id, payment_method: 'cash' } }),
  'payments.record': async (world) => ({ body: examplePayment({ case: await caseId(world) }) }),
  'payments.byCase': async (world) => ({ query: { case_id: await caseId(world) } }),
  'payments.summary': async ({ tenant }) => ({ query: { location: tenant.home.id } }),
  'payments.get': about(payment),
  'payments.update': about(payment, { amount: '260.00' }),
  'payments.delete': async (world) => ({ params: { id: await payment(world) }, query: { reason: 'Entered twice' } }),
  'payments.refund': about(payment, { amount: '50.00', reason: 'Flowers were not ordered' }),
  'payments.reverse': about(payment, { reason: 'The check bounced' }),
  'statements.list': about(caseId),
  'statements.finalize': about(feesOfCase, { complete_total: '375.00' }),
  'statements.get': async (world) => ({ params: await statement(world) }),
  'statements.accept': async (world) => ({ params: await statement(world), body: exampleAcceptance }),
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
  'price-lists.list': about(homeId),
  'price-lists.inForce': about(homeId),
  'price-lists.create': about(homeId, { kind: 'casket' }),
  'price-lists.get': async (world) => ({ params: await draft(world) }),
  'price-lists.update': async (world) => ({
    params: await draft(world),
    body: { items: [casket({ price: '3400.00' })], containers: 'fiberboard boxes' },
  }),
  'price-lists.delete': async (world) => ({ params: await draft(world) }),
  'price-lists.putInForce': async (world) => ({ params: await draft(world), body: { effective_from: tomorrow() } }),
  'accounting.authUrl': nothing,
  'accounting.exchange': async ({ harness, tenant }) => ({ body: await consented(harness, tenant) }),
  'accounting.status': nothing,
  'accounting.disconnect': booksConnected,
  'accounting.chooseCompany': async (world) => {
    await booksConnected(world);
    return { params: { id: homeId(world) }, body: { company: await connectFurther(world.harness, world.tenant) } };
  },
  'accounting.accounts': booksConnected,
  'accounting.invoices': booksConnected,
  'accounting.overview': booksConnected,
  'accounting.trigger': booksKept,
  'accounting.syncProgress': booksKept,
  'accounting.previewSync': async (world) => ({ ...(await booksKept(world)), body: { from: '2026-01-01' } }),
  'accounting.startSync': async (world) => {
    await booksKept(world);
    return { body: await finishedPreview(world.harness, world.tenant, '2026-01-01') };
  },
  'accounting.stopSync': async (world) => {
    await booksKept(world);
    succeeded(await world.harness.call(areas.accounting.trigger, { as: world.tenant.profiles.super_admin }));
    return {};
  },
  'accounting.reconciliation': async (world) => ({ ...(await booksKept(world)), query: { month: '2026-11' } }),
  'accounting.exportReconciliation': async (world) => ({ ...(await booksKept(world)), query: { month: '2026-11' } }),
  'accounting.entries': async () => ({ query: { state: 'failed' } }),
  'accounting.sendAgain': async (world) => ({
    body: await refusedEntry(world.harness, world.tenant, await caseId(world)),
  }),
  'accounting.markDone': async (world) => ({
    body: await refusedEntry(world.harness, world.tenant, await caseId(world)),
  }),
  'accounting.settings': booksConnected,
  'accounting.saveSettings': async (world) => {
    await booksConnected(world);
    return { body: await proposedSettings(world.harness, world.tenant) };
  },
  'accounting-webhooks.received': async (world) => {
    const intuitaccountid = await keepBooks(world.harness, world.tenant);
    const time = world.harness.state.now().toISOString();
    return announcedBooks([{ type: 'qbo.payment.updated.v1', time, intuitentityid: '1', intuitaccountid }]);
  },
} satisfies Record<string, Example>;
