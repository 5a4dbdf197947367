import { expect } from 'vitest';
import { announcedBooks, consent, newCompany } from '#tests/support/partners/quickbooks.ts';
import { wholeCase } from '#tests/support/records/cases.ts';
import { exampleAssignment, examplePayment } from '#tests/support/records/payments.ts';
import { casket, exampleFees, tomorrow } from '#tests/support/records/price-lists.ts';
import type { GrantedProduct } from '../granted-product.ts';

export const payments = async (product: GrantedProduct) => {
  const { call, tenant, projector } = product;
  const { id: case_id } = await call('cases.create', { body: wholeCase });
  const body = examplePayment({ case: case_id, payment_method: 'check', check_number: '1054' });
  const record = async () => (await call('payments.record', { body })).id as string;
  const [first, second, third] = [await record(), await record(), await record()];
  await projector();
  await call('payments.list', { query: { search: 'tyndall' } });
  await call('payments.list', { query: { location: tenant.home.id, payment_method: 'check' } });
  await call('payments.summary', { query: { location: tenant.home.id } });
  await call('payments.byCase', { query: { case_id } });
  await call('payments.get', { params: { id: first } });
  for (const paper of ['paper.receipt', 'paper.depositReceipt'])
    await call(paper, { params: { id: first }, query: { case_id } });
  await call('paper.case', { params: { id: case_id } });
  await call('payments.update', { params: { id: first }, body: { amount: '300.00', check_number: '1055' } });
  expect(await call('ssn.checkNumber', { params: { id: first } })).toEqual({ check_number: '1055' });
  await call('payments.refund', {
    params: { id: first },
    body: { amount: '100.00', payment_method: 'cash', reason: 'No flowers' },
  });
  await call('payments.reverse', { params: { id: second }, body: { reason: 'The check bounced' } });
  await call('payments.delete', { params: { id: third }, query: { reason: 'Entered twice' } });
  const params = { id: case_id };
  const { assignments } = await call('money-to-come.assign', { params, body: exampleAssignment() });
  const assigned = { id: case_id, assignmentId: assignments[0].id };
  await call('money-to-come.policyNumber', { params: assigned });
  await call('money-to-come.change', { params: assigned, body: { payment: first } });
  const { assignments: both } = await call('money-to-come.assign', { params, body: exampleAssignment() });
  await call('money-to-come.remove', { params: { id: case_id, assignmentId: both[1].id } });
  await call('cases.update', { params, body: { contract_total: '9000.00' } });
  await call('money-to-come.setPlan', {
    params,
    body: { instalments: [{ due_on: '2026-05-01', amount: '300.00' }] },
  });
  await call('money-to-come.get', { params });
  await projector();
  await call('money-to-come.due', { query: { location: tenant.home.id } });
  // Personal data in entries is encrypted, and decrypted for the reader of the trail.
  const entries = (await call('cases.auditLog', { params: { id: case_id } })) as {
    action: string;
    changes: { field: string; to: unknown }[];
  }[];
  expect(entries.find(({ action }) => action === 'payment.voided')?.changes).toContainEqual(
    expect.objectContaining({ field: 'payments.void_reason', to: 'Entered twice' }),
  );
};

export const priceLists = async (product: GrantedProduct) => {
  const { call, tenant, projector } = product;
  const { id } = tenant.home;
  const { id: listId } = await call('price-lists.create', { params: { id }, body: { kind: 'casket' } });
  const params = { id, listId };
  const listed = Array.from({ length: 50 }, (_, at) => casket({ code: `OAK-${at}` }));
  const { items } = await call('price-lists.update', { params, body: { items: listed } });
  // With enough items that their sums are written completely.
  const named = { price_list: 'casket', price_list_version: listId };
  const fee_lines = items.map((item: { id: string }, at: number) => ({
    ...{ id: `line-${at}`, kind: 'merchandise', name: 'A line', amount: '1.00', ...named, price_list_item: item.id },
  }));
  await call('cases.create', { body: { ...wholeCase, contract_total: '50.00', fee_lines } });
  await projector();
  await call('price-lists.putInForce', { params, body: { effective_from: tomorrow() } });
  await call('price-lists.get', { params });
  await call('paper.priceList', { params });
  await call('price-lists.list', { params: { id } });
  await call('price-lists.inForce', { params: { id }, query: { date: tomorrow() } });
  const copy = await call('price-lists.create', { params: { id }, body: { kind: 'casket', copy_of: listId } });
  await call('price-lists.delete', { params: { id, listId: copy.id } });
};

const booksOfOneHome = async (product: GrantedProduct, caseId: string) => {
  const { call, harness, streamReaders, projector, queueWorkers } = product;
  const { auth_url } = await call('accounting.authUrl', { query: { further: 'true' } });
  const body = await consent(auth_url, await newCompany(harness));
  expect(await call('accounting.exchange', { body })).toMatchObject({ is_first: false });
  const about = { query: { company: body.realmId } };
  const { is_saved: _, start_date: __, ...settings } = await call('accounting.settings', about);
  await call('accounting.saveSettings', { ...about, body: settings });
  const params = { id: product.tenant.home.id };
  await call('accounting.chooseCompany', { params, body: { company: body.realmId } });
  const { id } = await call('cases.create', { body: { ...wholeCase, ...exampleFees() } });
  await call('payments.record', { body: examplePayment({ case: id }) });
  await projector();
  await streamReaders();
  await queueWorkers();
  const { results } = await call('accounting.entries', { query: { state: 'sent' } });
  const companies = new Map(results.map((one: { case_id: string; realm_id: string }) => [one.case_id, one.realm_id]));
  expect(companies.get(id)).toBe(body.realmId);
  expect(companies.get(caseId)).not.toBe(body.realmId);
  const query = { ...about.query, month: new Date().toISOString().slice(0, 7) };
  expect(await call('accounting.reconciliation', { query })).toMatchObject({ matched: 1 });
  await call('accounting.exportReconciliation', { query });
  await call('accounting.chooseCompany', { params, body: { company: null } });
  await call('accounting.disconnect', about);
};

export const books = async (product: GrantedProduct) => {
  const { call, harness, streamReaders, projector, queueWorkers } = product;
  const { auth_url } = await call('accounting.authUrl');
  const body = await consent(auth_url, await newCompany(harness));
  expect(await call('accounting.exchange', { body })).toMatchObject({ connected: true });
  expect(await call('accounting.status')).toMatchObject({ realm_id: body.realmId });
  const { is_saved: _, start_date: __, ...settings } = await call('accounting.settings');
  await call('accounting.saveSettings', { body: { ...settings, classes: true } });
  expect(await call('accounting.accounts')).not.toEqual([]);
  const { id } = await call('cases.create', { body: { ...wholeCase, ...exampleFees() } });
  await call('statements.finalize', { params: { id }, body: { complete_total: '375.00' } });
  await call('payments.record', { body: examplePayment({ case: id }) });
  await projector();
  const { id: preview } = await call('accounting.previewSync', { body: { from: '2026-01-01' } });
  await streamReaders();
  await queueWorkers();
  expect(await call('accounting.syncProgress')).toMatchObject({ preview: { state: 'done', is_compared: true } });
  await call('accounting.startSync', { body: { preview } });
  expect(await call('accounting.stopSync')).toMatchObject({ state: 'stopped' });
  await call('accounting.trigger');
  await streamReaders();
  await queueWorkers();
  expect(await call('accounting.entries', { query: { state: 'failed' } })).toMatchObject({ results: [] });
  const { results } = await call('accounting.entries', { query: { state: 'sent' } });
  const ours = results.filter(({ case_id }: { case_id: string }) => case_id === id);
  expect(ours.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['customer', 'invoice', 'payment']);
  const { entry } = ours.find(({ kind }: { kind: string }) => kind === 'payment');
  const { quickbooks_id: heardOf } = ours.find(({ kind }: { kind: string }) => kind === 'payment');
  const heard = { type: 'qbo.payment.updated.v1', time: new Date(Date.now() + 60_000).toISOString() };
  const { rawBody = '', headers = {} } = announcedBooks([
    { ...heard, intuitentityid: heardOf, intuitaccountid: body.realmId },
  ]);
  await call('accounting-webhooks.received', { rawBody, headers });
  await streamReaders();
  await queueWorkers();
  await call('accounting.sendAgain', { body: { entry } });
  await call('accounting.trigger');
  await streamReaders();
  await queueWorkers();
  await call('accounting.markDone', { body: { entry } });
  const query = { month: new Date().toISOString().slice(0, 7) };
  expect(await call('accounting.reconciliation', { query })).toMatchObject({ month: query.month });
  await call('accounting.exportReconciliation', { query });
  expect(await call('accounting.invoices')).not.toEqual([]);
  expect(await call('accounting.overview')).toMatchObject({ stale: false });
  await booksOfOneHome(product, id);
  await call('accounting.disconnect');
};
