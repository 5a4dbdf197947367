import { beforeEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { announcedBooks, keepBooks } from '#tests/support/partners/quickbooks.ts';
import { quickBooksWorker } from '#tests/support/partners/quickbooks-worker.ts';
import { casesOf } from '#tests/support/records/cases.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const row = areas['accounting-webhooks'].received;
const rows = areas.accounting;
const today = todayIn('UTC', new Date());

const harness = await openHarness();
const sandbox = await harness.quickbooks();

describe('S-18 QuickBooks webhooks', { timeout: 60_000 }, () => {
  let tenant: Tenant;
  let realm: string;
  let n = 0;
  const now = () => new Date();
  /** After all writes of Stillwater: a change by another user. */
  const later = () => new Date(Date.now() + 60_000).toISOString();
  beforeEach(async () => {
    tenant = await harness.addTenant(`heard-${n++}`, 'UTC');
    realm = await keepBooks(harness, tenant);
  });

  const cloud = (type: string, id: string, time: string, of = realm) => ({
    ...{ specversion: '1.0', id: crypto.randomUUID(), type: `qbo.${type}.updated.v1`, time },
    ...{ intuitentityid: id, intuitaccountid: of, data: {} },
  });
  const before = (name: string, id: string, lastUpdated: string) => ({
    eventNotifications: [
      { realmId: realm, dataChangeEvent: { entities: [{ name, id, operation: 'Update', lastUpdated }] } },
    ],
  });
  const receive = async (body: unknown, verifier?: string) =>
    (await harness.call(row, announcedBooks(body, verifier))).status;
  const heard = async (of: Tenant = tenant) =>
    (await unsentEvents(harness.table, new Date(Date.now() + 60_000)))
      .filter(({ name, envelope }) => name === 'accounting.changes-heard' && envelope.organization_id === of.id)
      .map(({ envelope }) => envelope.payload as { changes: { id: string }[] });
  const worker = () => quickBooksWorker(harness, tenant, now);
  const as = () => tenant.profiles.super_admin;
  const entries = async (state: string) =>
    succeeded(await harness.call(rows.entries, { as: as(), query: { state } })).body.results as {
      entry: string;
      problem: { what: string } | null;
    }[];
  const there = () => sandbox.store.entities(realm, 'Payment') as unknown as { Id: string; TotalAmt: number }[];
  /** Returns a payment in QuickBooks, and handles its notification. */
  const paid = async (amount: string) => {
    const { id } = await casesOf(harness, tenant).opened();
    const payment = await recordPayment(harness, tenant, id, { payment_date: today, amount });
    await worker().work('payment.recorded', { case_id: id });
    return { caseId: id, entry: `payment:${payment.id}` };
  };
  const changed = (type: string, id: string, changed_at = later()) =>
    worker().work('accounting.changes-heard', {
      organization_id: tenant.id,
      realm,
      changes: [{ type, id, changed_at }],
    });

  it('accepts both formats for each organization’s records, and repeats nothing', async () => {
    const other = await harness.addTenant(`heard-other-${n}`, 'UTC');
    const theirs = await keepBooks(harness, other);
    const at = later();
    const mixed = [cloud('payment', '7', at), cloud('payment', '8', at, theirs), cloud('payment', '9', at, '12345')];
    for (let times = 0; times < 2; times++) expect(await receive(mixed)).toBe(200);
    expect(await receive(mixed.toReversed())).toBe(200);
    expect(await heard()).toMatchObject([{ changes: [{ type: 'Payment', id: '7', changed_at: at }] }]);
    expect(await heard(other)).toMatchObject([{ changes: [{ type: 'Payment', id: '8' }] }]);
    expect(await receive(before('Invoice', '7', at))).toBe(200);
    expect(await heard()).toHaveLength(2);
    for (const nothing of ['', 'x', '{}', [], [cloud('bill', '1', at)]]) expect(await receive(nothing)).toBe(200);
    expect(await heard()).toHaveLength(2);
  });

  it('handles more records than one step holds, once', async () => {
    const entities = Array.from({ length: 2_100 }, (_, i) => ({ name: 'Payment', id: `${i}`, lastUpdated: later() }));
    const body = { eventNotifications: [{ realmId: realm, dataChangeEvent: { entities } }] };
    const statuses = await Promise.all([receive(body), receive(body)]);
    expect(statuses).toEqual([200, 200]);
    const ids = (await heard()).flatMap(({ changes }) => changes.map(({ id }) => Number(id)));
    expect(ids.toSorted((a, b) => a - b)).toEqual(entities.map((_, i) => i));
  });

  it('accepts only the exact bytes signed with the app’s token', async () => {
    const body = [cloud('payment', '7', later())];
    expect(await receive(body, 'another')).toBe(401);
    const genuine = announcedBooks(body);
    for (const forged of [
      { ...genuine, rawBody: `${genuine.rawBody} ` },
      { ...genuine, headers: {} },
      { ...genuine, headers: { 'intuit-signature': '' } },
      { ...genuine, headers: { 'intuit-signature': 'AAAA' } },
    ])
      expect((await harness.call(row, forged)).status).toBe(401);
    expect(await heard()).toEqual([]);
    expect((await harness.call(row, genuine)).status).toBe(200);
    expect(await heard()).toHaveLength(1);
  });

  it('shows a change made in QuickBooks without overwriting it, and keeps either side', async () => {
    const { caseId, entry } = await paid('70.00');
    const [record] = there();
    const calls = sandbox.seen.calls;
    // The echo of Stillwater's own write is recognized without a read.
    await changed('Payment', record?.Id ?? '', new Date(Date.now() - 60_000).toISOString());
    expect(sandbox.seen.calls).toBe(calls);
    // A change of a field that Stillwater does not write, such as a deposit.
    await changed('Payment', record?.Id ?? '');
    expect(await entries('failed')).toEqual([]);
    sandbox.store.putEntity(realm, 'Payment', { ...record, TotalAmt: 71, SyncToken: '5' } as never);
    for (let times = 0; times < 2; times++) await changed('Payment', record?.Id ?? '');
    expect(await entries('failed')).toMatchObject([{ entry, amount: '70.00', changed_amount: '71.00' }]);
    await worker().work('payment.recorded', { case_id: caseId });
    expect(there().map(({ TotalAmt }) => TotalAmt)).toEqual([71]);
    succeeded(await harness.call(rows.sendAgain, { as: as(), body: { entry } }));
    await worker().work('accounting.case-wanted', { case_id: caseId });
    expect([there().map(({ TotalAmt }) => TotalAmt), await entries('failed')]).toEqual([[70], []]);
  });

  it('reports a record deleted in QuickBooks, and creates it again on request', async () => {
    const { caseId, entry } = await paid('30.00');
    const [record] = there();
    const company = await fetch(`${sandbox.url}/companies/${realm}/payments/${record?.Id}`, {
      method: 'POST',
      body: new URLSearchParams({ do: 'delete' }),
      redirect: 'manual',
    });
    expect([company.status, there()]).toEqual([303, []]);
    await changed('Payment', record?.Id ?? '');
    expect(await entries('failed')).toMatchObject([
      { entry, problem: { what: 'This was deleted in QuickBooks after it was sent.' } },
    ]);
    await worker().work('payment.recorded', { case_id: caseId });
    expect(there()).toEqual([]);
    succeeded(await harness.call(rows.sendAgain, { as: as(), body: { entry } }));
    await worker().work('accounting.case-wanted', { case_id: caseId });
    expect(there().map(({ TotalAmt }) => TotalAmt)).toEqual([30]);
  });

  it('does not block other records because a customer was renamed', async () => {
    const { caseId } = await paid('10.00');
    const [customer] = sandbox.store.entities(realm, 'Customer') as unknown as { Id: string }[];
    const renamed = { ...customer, DisplayName: 'Renamed', SyncToken: '5' };
    sandbox.store.putEntity(realm, 'Customer', renamed as never);
    await changed('Customer', customer?.Id ?? '');
    const entry = `customer:${caseId}`;
    expect(await entries('failed')).toMatchObject([{ entry }]);
    await recordPayment(harness, tenant, caseId, { payment_date: today, amount: '20.00' });
    await worker().work('payment.recorded', { case_id: caseId });
    expect(there().map(({ TotalAmt }) => TotalAmt)).toEqual([10, 20]);
    succeeded(await harness.call(rows.markDone, { as: as(), body: { entry } }));
    await worker().work('accounting.case-wanted', { case_id: caseId });
    expect(sandbox.store.entities(realm, 'Customer')).toMatchObject([{ DisplayName: 'Renamed' }]);
    expect(await entries('failed')).toEqual([]);
  });
});
