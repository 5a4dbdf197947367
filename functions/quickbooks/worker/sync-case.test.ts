import { beforeEach, describe, expect, it } from 'vitest';
import { invoicePartLabels } from '#domain/quickbooks/quickbooks-records.ts';
import { formerNumberThere, quickBooksDocNumber } from '#domain/quickbooks/reconciliation.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { EventName } from '#domain/registry/event-catalog.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { CircuitOpenError } from '#functions/platform/store/partners/circuit.ts';
import { createPostingRepository } from '#functions/quickbooks/repository/postings.ts';
import { Faults } from '#local/partners/quickbooks/oauth.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { connectQuickBooks, newCompany, proposedSettings } from '#tests/support/partners/quickbooks.ts';
import { quickBooksWorker } from '#tests/support/partners/quickbooks-worker.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { exampleFees, finalizeStatement } from '#tests/support/records/price-lists.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const rows = areas.accounting;

const harness = await openHarness();
const sandbox = await harness.quickbooks();

describe('syncCase', { timeout: 60_000 }, () => {
  let tenant: Tenant;
  let realm: string;
  let n = 0;
  let shiftMs = 0;
  const now = () => new Date(Date.now() + shiftMs);
  const today = () => todayIn('UTC', now());
  harness.state.now = now;
  beforeEach(async () => {
    Object.assign(sandbox.faults, Faults.parse({}));
    tenant = await harness.addTenant(`booked-${n++}`, 'UTC');
    realm = await connectQuickBooks(harness, tenant);
  });

  const owner = () => tenant.profiles.super_admin;
  const saved = async () => {
    const body = await proposedSettings(harness, tenant);
    succeeded(await harness.call(rows.saveSettings, { as: owner(), body }));
  };
  const books = () => quickBooksWorker(harness, tenant, now);
  const work = (name: EventName, payload: object): Promise<void> => books().work(name, payload);
  const everything = (name: 'accounting.sync-wanted' | 'accounting-connection.changed') =>
    books().drained(() => work(name, { organization_id: tenant.id, run: null }));
  const money = (case_id: string) => work('payment.recorded', { case_id });
  const opened = async (more: object = {}) =>
    (await casesOf(harness, tenant).opened({ ...wholeCase, ...exampleFees(), ...more })).id;
  const paid = (caseId: string, amount: string, more: object = {}) =>
    recordPayment(harness, tenant, caseId, { payment_date: today(), amount, ...more });
  const there = (type: 'Customer' | 'Invoice' | 'Payment' | 'Purchase') =>
    sandbox.store.entities(realm, type).map((one) => one as unknown as Record<string, unknown>);
  const totals = (type: 'Invoice' | 'Payment' | 'Purchase') => there(type).map(({ TotalAmt }) => TotalAmt);
  const entries = async (state: string) =>
    succeeded(await harness.call(rows.entries, { as: owner(), query: { state } })).body.results as {
      entry: string;
      kind: string;
      problem: { what: string } | null;
    }[];
  const status = async () => (await harness.call(rows.status, { as: owner() })).body;
  /** After all waits of circuits and claims. */
  const later = () => {
    shiftMs += 10 * 60_000;
  };

  it('keeps the number under which an earlier release sent a long receipt number', async () => {
    const db = harness.databaseOf(tenant.id);
    const case_numbering = { prefix: 'LONGPREFIX', padding: 4 };
    await db.commit(db.organizations.putHome({ ...tenant.home, case_numbering }));
    await saved();
    const id = await opened();
    const { id: payment, receipt_number } = await paid(id, '50.00');
    await money(id);
    const [now, former] = [quickBooksDocNumber(receipt_number), formerNumberThere(receipt_number)];
    expect(there('Payment')).toMatchObject([{ PaymentRefNum: now }]);
    sandbox.store.putEntity(realm, 'Payment', { ...there('Payment')[0], PaymentRefNum: former } as never);
    const repository = createPostingRepository(harness.table, keysOf(tenant.id));
    const sent = await repository.find({ kind: 'payment', id: payment });
    if (!sent) throw new Error('nothing was sent');
    const seen = String(sent.seen).replace(now, former);
    await harness.table.transact(repository.put(sent, { ...sent, seen }, new Date()));
    const correction = { as: owner(), params: { id: payment }, body: { amount: '60.00' } };
    succeeded(await harness.call(areas.payments.update, correction));
    await work('payment.corrected', { case_id: id });
    expect(there('Payment')).toMatchObject([{ PaymentRefNum: former, TotalAmt: 60 }]);
  });

  it('sends each record once, however often and in whatever order messages arrive', async () => {
    await saved();
    const id = await opened();
    const first = await paid(id, '100.00');
    await money(id);
    expect(totals('Payment')).toEqual([100]);
    await finalizeStatement(harness, tenant, id);
    await work('statement.finalized', { case_id: id });
    expect(totals('Invoice')).toEqual([375]);
    const second = await paid(id, '50.00', { payment_method: 'check', check_number: '10442' });
    for (const name of ['payment.recorded', 'statement.finalized', 'payment.recorded'] as const)
      await work(name, { case_id: id });
    expect(there('Customer')).toHaveLength(1);
    expect([totals('Invoice'), totals('Payment')]).toEqual([[375], [100, 50]]);
    expect(JSON.stringify([there('Payment'), await harness.scan()])).not.toContain('10442');
    const refund = { amount: '40.00', reason: 'Paid too much' };
    succeeded(await harness.call(areas.payments.refund, { as: owner(), params: { id: first.id }, body: refund }));
    await work('payment.refunded', { case_id: id });
    expect(totals('Purchase')).toEqual([40]);
    succeeded(
      await harness.call(areas.payments.delete, {
        as: owner(),
        params: { id: second.id },
        query: { reason: 'Wrong case' },
      }),
    );
    await work('payment.voided', { case_id: id });
    await work('payment.voided', { case_id: id });
    expect(totals('Payment')).toEqual([100, 0]);
    expect((await entries('sent')).map(({ kind }) => kind).sort()).toEqual([
      ...['customer', 'invoice', 'money_back', 'payment', 'payment'],
    ]);
  });

  it('sends no debt for a cancelled case, and sends it again after reopening', async () => {
    await saved();
    const id = await opened();
    await paid(id, '100.00');
    await finalizeStatement(harness, tenant, id);
    await money(id);
    const applied = () => there('Payment').map(({ Line }) => (Line as object[]).length);
    expect([totals('Invoice'), totals('Payment'), applied()]).toEqual([[375], [100], [1]]);
    const { cancel, reopen } = casesOf(harness, tenant, 'super_admin');
    succeeded(await cancel(id));
    for (const _again of [1, 2]) await work('case.cancelled', { case_id: id });
    // The family's payment remains until it is refunded.
    expect([totals('Invoice'), totals('Payment'), applied()]).toEqual([[0], [100], [0]]);
    expect(await status()).toMatchObject({ waiting_count: 0, failed_count: 0 });
    succeeded(await reopen(id));
    await work('case.reopened', { case_id: id });
    expect([totals('Invoice'), totals('Payment'), applied()]).toEqual([[375], [100], [1]]);

    const never = await opened();
    await finalizeStatement(harness, tenant, never);
    succeeded(await cancel(never));
    await work('statement.finalized', { case_id: never });
    expect([there('Customer'), there('Invoice')].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('sends each record once if every response is lost, and with two workers', async () => {
    await saved();
    const id = await opened({ informant_name: 'Ann O’Connor' });
    await paid(id, '80.00');
    for (let tries = 0; tries < 30; tries++) {
      sandbox.faults.loseAnswers = 1;
      const error = await money(id).catch((failure: unknown) => failure);
      if (sandbox.faults.loseAnswers > 0) break;
      expect(error).toBeInstanceOf(Error);
      later();
    }
    sandbox.faults.loseAnswers = 0;
    await paid(id, '20.00');
    await Promise.allSettled([money(id), money(id), money(id)]);
    later();
    await money(id);
    expect(there('Customer')).toHaveLength(1);
    expect(totals('Payment')).toEqual([80, 20]);
    expect(await entries('waiting')).toEqual([]);
  });

  it('sends current values after a lost response and a new Statement', async () => {
    await saved();
    const id = await opened();
    await paid(id, '80.00');
    await money(id);
    await finalizeStatement(harness, tenant, id);
    sandbox.faults.loseAnswers = 1;
    await expect(work('statement.finalized', { case_id: id })).rejects.toThrow();
    const cases = casesOf(harness, tenant);
    const { version } = await cases.get(id);
    succeeded(await cases.patch(id, { ...exampleFees({ hearse_fee: '400.00', contract_total: '400.00' }), version }));
    await finalizeStatement(harness, tenant, id, { reason: 'The hearse goes further' });
    later();
    await work('statement.finalized', { case_id: id });
    expect(totals('Invoice')).toEqual([400]);
    expect(await entries('waiting')).toEqual([]);
  });

  it('updates entries whose day is corrected to before the start', async () => {
    await saved();
    const id = await opened();
    await finalizeStatement(harness, tenant, id);
    const [one, other] = [await paid(id, '80.00'), await paid(id, '20.00')];
    await money(id);
    expect([totals('Invoice'), totals('Payment')]).toEqual([[375], [80, 20]]);
    const [day, cases] = ['2026-01-05', casesOf(harness, tenant)];
    for (const [paidOn, amount] of [[one, '70.00'] as const, [other, '20.00'] as const]) {
      const body = { payment_date: day, amount, reason: 'It came in January' };
      succeeded(await harness.call(areas.payments.update, { as: owner(), params: { id: paidOn.id }, body }));
    }
    const wrong = { params: { id: other.id }, query: { reason: 'Wrong case' } };
    succeeded(await harness.call(areas.payments.delete, { as: owner(), ...wrong }));
    await money(id);
    expect(there('Payment')).toMatchObject([{ TotalAmt: 70, TxnDate: day }, { TotalAmt: 0 }]);
    // An entry that was never sent stays out.
    await paid(id, '5.00', { payment_date: day });
    const { version } = await cases.get(id);
    const fees = exampleFees({ hearse_fee: '400.00', contract_total: '400.00', date_of_statement: day });
    succeeded(await cases.patch(id, { ...fees, version }));
    await finalizeStatement(harness, tenant, id, { reason: 'The hearse goes further' });
    await work('statement.finalized', { case_id: id });
    expect([totals('Invoice'), totals('Payment')]).toEqual([[400], [70, 0]]);
  });

  it('waits during an outage, an ended connection, and without accounts', async () => {
    const id = await opened();
    await paid(id, '60.00');
    await money(id);
    expect(there('Customer')).toEqual([]);
    await saved();
    await harness.projected();
    sandbox.faults.status = 503;
    for (let tries = 0; tries < 6; tries++) await expect(money(id)).rejects.toThrow();
    await expect(money(id)).rejects.toBeInstanceOf(CircuitOpenError);
    expect((await entries('waiting')).map(({ kind, problem }) => [kind, problem?.what])).toContainEqual([
      'payment',
      'QuickBooks is not responding.',
    ]);
    sandbox.faults.status = null;
    later();
    await everything('accounting.sync-wanted');
    expect(totals('Payment')).toEqual([60]);
    await paid(id, '30.00');
    [sandbox.faults.invalidGrant, sandbox.faults.expireTokens] = [true, true];
    await money(id);
    expect(await status()).toMatchObject({ needs_reconnect: true, waiting_count: 1 });
    Object.assign(sandbox.faults, Faults.parse({}));
    await connectQuickBooks(harness, tenant, realm);
    await everything('accounting-connection.changed');
    expect(totals('Payment')).toEqual([60, 30]);
    expect(await status()).toMatchObject({ waiting_count: 0, failed_count: 0 });
  });

  it('overwrites changes in QuickBooks only on request, and respects manual entries', async () => {
    await saved();
    const id = await opened();
    const payment = await paid(id, '70.00');
    await money(id);
    const [there70] = there('Payment');
    const changed = { ...there70, TotalAmt: 71, SyncToken: '7' };
    sandbox.store.putEntity(realm, 'Payment', changed as never);
    succeeded(
      await harness.call(areas.payments.delete, {
        as: owner(),
        params: { id: payment.id },
        query: { reason: 'Wrong case' },
      }),
    );
    await work('payment.voided', { case_id: id });
    const [failed] = await entries('failed');
    expect(failed?.problem?.what).toBe('This was changed in QuickBooks after it was sent.');
    expect(failed).toMatchObject({ amount: '70.00', changed_amount: '71.00' });
    expect(totals('Payment')).toEqual([71]);
    const body = { entry: failed?.entry };
    succeeded(await harness.call(rows.markDone, { as: owner(), body }));
    await work('accounting.case-wanted', { case_id: id });
    expect([totals('Payment'), await entries('failed')]).toEqual([[71], []]);
    succeeded(await harness.call(rows.sendAgain, { as: owner(), body }));
    await work('accounting.case-wanted', { case_id: id });
    expect(totals('Payment')).toEqual([0]);
    const unknown = { entry: `payment:${crypto.randomUUID()}` };
    expect((await harness.call(rows.sendAgain, { as: owner(), body: unknown })).status).toBe(404);
  });

  it('moves to another company with its own accounts, and back without duplicates', async () => {
    const moveTo = async (company: string) => {
      succeeded(await harness.call(rows.disconnect, { as: owner() }));
      realm = await connectQuickBooks(harness, tenant, company);
    };
    const first = realm;
    await saved();
    const id = await opened();
    const payment = await paid(id, '100.00');
    await money(id);
    await moveTo(await newCompany(harness));
    // Accounts of the first company do not exist here.
    await money(id);
    expect(there('Payment')).toEqual([]);
    expect((await entries('waiting')).map(({ kind }) => kind)).toContain('payment');
    await saved();
    await money(id);
    expect(totals('Payment')).toEqual([100]);
    const body = { amount: '120.00', reason: 'The slip says 120' };
    succeeded(await harness.call(areas.payments.update, { as: owner(), params: { id: payment.id }, body }));
    await moveTo(first);
    await saved();
    await money(id);
    expect(there('Customer')).toHaveLength(1);
    expect(totals('Payment')).toEqual([120]);
  });

  it('replaces items made inactive and a class merged in QuickBooks', async () => {
    const proposed = (await proposedSettings(harness, tenant)) as { deposit?: string };
    succeeded(await harness.call(rows.saveSettings, { as: owner(), body: { ...proposed, classes: true } }));
    const billed = async () => {
      const id = await opened();
      await paid(id, '100.00');
      await finalizeStatement(harness, tenant, id);
      await money(id);
    };
    await billed();
    const { store } = sandbox;
    const list = (type: 'Item' | 'Class' | 'PaymentMethod') =>
      store.entities(realm, type).filter(({ Active }) => Active !== false);
    const names: readonly unknown[] = Object.values(invoicePartLabels);
    const items = list('Item').filter(({ Name }) => names.includes(Name));
    for (const item of items)
      store.putEntity(realm, 'Item', { ...item, Name: `${item.Name} (deleted)`, Active: false });
    for (const { Id } of list('Class')) store.dropEntity(realm, 'Class', Id);
    // A renamed record is still the same.
    const [method] = list('PaymentMethod');
    if (method) store.putEntity(realm, 'PaymentMethod', { ...method, Name: 'Banknotes' });
    const methods = list('PaymentMethod').length;

    for (const _again of [1, 2]) await billed();
    expect([totals('Invoice'), totals('Payment')]).toEqual([
      [375, 375, 375],
      [100, 100, 100],
    ]);
    expect(await status()).toMatchObject({ waiting_count: 0, failed_count: 0 });
    const made = list('Item').filter(({ Name }) => names.includes(Name));
    expect([made.length, list('Class').length, list('PaymentMethod').length]).toEqual([items.length, 1, methods]);

    // Missing records that Stillwater does not create are reported.
    const deposit = store.entity(realm, 'Account', proposed.deposit ?? '');
    if (deposit) store.putEntity(realm, 'Account', { ...deposit, Active: false });
    await billed();
    expect(await entries('failed')).toMatchObject([{ kind: 'payment' }]);
  });

  it('reports failed postings with a remedy, and still sends other cases', async () => {
    await saved();
    const [one, other] = [await opened(), await opened()];
    await paid(one, '10.00');
    await paid(other, '15.00');
    sandbox.faults.status = 400;
    await money(one);
    sandbox.faults.status = null;
    await money(other);
    expect(totals('Payment')).toEqual([15]);
    expect(await status()).toMatchObject({ failed_count: 1 });
    const [failed] = await entries('failed');
    // Nothing of a case can exist without its customer.
    const customer = { entry: `customer:${one}` };
    expect([failed?.entry, (await harness.call(rows.markDone, { as: owner(), body: customer })).status]).toEqual([
      ...[customer.entry, 400],
    ]);
    succeeded(await harness.call(rows.sendAgain, { as: owner(), body: { entry: failed?.entry } }));
    await work('accounting.case-wanted', { case_id: one });
    expect([totals('Payment'), await status()]).toMatchObject([[15, 10], { failed_count: 0, waiting_count: 0 }]);
  });
});
