import { beforeAll, describe, expect, it } from 'vitest';
import type { Payment } from '#domain/payments/payment.schema.ts';
import type { MonthReconciliation } from '#domain/quickbooks/quickbooks.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { personsPace } from '#functions/lambdas/wiring/quickbooks.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { keepBooks } from '#tests/support/partners/quickbooks.ts';
import { quickBooksWorker } from '#tests/support/partners/quickbooks-worker.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { conflict, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const rows = areas.accounting;

const harness = await openHarness();
const sandbox = await harness.quickbooks();

describe('GET month reconciliation', { timeout: 60_000 }, () => {
  let tenant: Tenant;
  const now = () => new Date();
  const today = todayIn('UTC', now());
  const query = { month: today.slice(0, 7) };
  beforeAll(async () => {
    tenant = await harness.addTenant('month', 'UTC');
  });
  const as = () => tenant.profiles.super_admin;
  const compared = async ({ profiles } = tenant) => {
    const { body } = succeeded(await harness.call(rows.reconciliation, { as: profiles.super_admin, query }));
    return body as unknown as MonthReconciliation;
  };

  it('matches to the cent, and explains each difference after changes in QuickBooks', async () => {
    const realm = await keepBooks(harness, tenant);
    const { id } = await casesOf(harness, tenant).opened();
    const paid = (amount: string) => recordPayment(harness, tenant, id, { payment_date: today, amount });
    const [changed, deleted, voided] = [await paid('100.00'), await paid('50.00'), await paid('30.00')];
    const refund = { amount: '10.00', reason: 'Paid too much' };
    succeeded(await harness.call(areas.payments.refund, { as: as(), params: { id: changed.id }, body: refund }));
    await harness.projected();
    const { work } = quickBooksWorker(harness, tenant, now);
    await work('payment.recorded', { case_id: id });
    expect(await compared()).toMatchObject({
      ...{ ours: { count: 4, amount: '170.00' }, theirs: { count: 4, amount: '170.00' } },
      ...{ difference: '0.00', matched: 4, differences: [] },
    });

    const there = sandbox.store.entities(realm, 'Payment') as unknown as Record<string, unknown>[];
    const of = (receipt: unknown) => there.find(({ PaymentRefNum }) => PaymentRefNum === receipt) ?? {};
    sandbox.store.putEntity(realm, 'Payment', { ...of(changed.receipt_number), TotalAmt: 101 } as never);
    // A record with another number is not found, like a deleted one.
    const renumbered = { ...of(deleted.receipt_number), PaymentRefNum: 'X', TotalAmt: 51, PrivateNote: '' };
    sandbox.store.putEntity(realm, 'Payment', renumbered as never);
    const reason = { reason: 'Wrong case' };
    succeeded(await harness.call(areas.payments.delete, { as: as(), params: { id: voided.id }, query: reason }));
    await harness.projected();
    const made = await compared();
    expect(made).toMatchObject({ ours: { count: 3, amount: '140.00' }, theirs: { count: 4, amount: '172.00' } });
    expect(made.difference).toBe('32.00');
    expect(made.differences.map(({ kind, reference, case_id }) => [kind, reference, case_id])).toEqual([
      ['amount', changed.receipt_number, id],
      ['missing_there', deleted.receipt_number, id],
      ['not_voided_there', voided.receipt_number, id],
      ['missing_here', 'X', null],
    ]);
    expect(made.differences[1]).toMatchObject({
      what: expect.stringContaining('deleted or renumbered in QuickBooks'),
      entry: `payment:${deleted.id}`,
    });

    const file = await harness.call(rows.exportReconciliation, { as: as(), query });
    expect(file.status).toBe(200);
    expect(file.text).toContain(`${changed.receipt_number},`);
    expect(file.text.split('\r\n').filter(Boolean)).toHaveLength(11);
  });

  it('matches two homes with one prefix that is too long for QuickBooks', async () => {
    const alike = await harness.addTenant('alike', 'UTC');
    const db = harness.databaseOf(alike.id);
    const case_numbering = { prefix: 'LONGPREFIX', padding: 4 };
    const further = { ...alike.home, id: crypto.randomUUID(), name: 'Hillside Chapel', slug: 'alike-hillside' };
    for (const home of [alike.home, further]) await db.commit(db.organizations.putHome({ ...home, case_numbering }));
    const realm = await keepBooks(harness, alike);
    const { work } = quickBooksWorker(harness, alike, now);
    const paid: Payment[] = [];
    for (const [location, amount, later] of [
      [alike.home.id, '100.00', '50.00'],
      [further.id, '70.00', '30.00'],
    ] as const) {
      const { id } = await casesOf(harness, alike).opened({ ...wholeCase, location });
      for (const one of [amount, later])
        paid.push(await recordPayment(harness, alike, id, { payment_date: today, amount: one }));
      await work('payment.recorded', { case_id: id });
    }
    await harness.projected();
    const there = sandbox.store.entities(realm, 'Payment') as unknown as Record<string, unknown>[];
    expect(there.map(({ PaymentRefNum }) => PaymentRefNum)).toEqual(
      [1, 2, 1, 2].map((place) => `LONGPREFIXR-${today.slice(0, 4)}-000${place}`),
    );
    expect(await compared(alike)).toMatchObject({ matched: 4, difference: '0.00', differences: [] });

    const of = ({ id }: Payment) => there.find(({ PrivateNote }) => String(PrivateNote).includes(id));
    const [, changed] = paid;
    if (!changed) throw new Error('nothing was paid');
    sandbox.store.putEntity(realm, 'Payment', { ...of(changed), TotalAmt: 51 } as never);
    const { differences } = await compared(alike);
    expect(differences.map(({ kind, reference }) => [kind, reference])).toEqual([['amount', changed.receipt_number]]);
  });

  it('rejects invalid months, and reports an outage of QuickBooks', async () => {
    const wrong = { as: as(), query: { month: '2026-13' } };
    expect((await harness.call(rows.reconciliation, wrong)).status).toBe(400);
    sandbox.faults.status = 503;
    expect(await harness.call(rows.reconciliation, { as: as(), query })).toMatchObject(
      conflict('QuickBooks is not responding. Try again in a few minutes.'),
    );
    sandbox.faults.status = null;
    expect((await harness.call(rows.reconciliation, { as: tenant.profiles.coordinator, query })).status).toBe(403);
  });

  it('limits its rate, so that calls remain for workers', async () => {
    // The previous calls are more than a second ago.
    harness.state.now = () => new Date(Date.now() + 2_000);
    const { perSecond } = sandbox.limits;
    sandbox.limits.perSecond = 3;
    const company = await harness.quickBooksPaced(personsPace.apartMs).of(tenant.id);
    for (let n = 0; n < 4; n++) expect(await company?.info()).toBeDefined();
    sandbox.limits.perSecond = perSecond;
  });
});
