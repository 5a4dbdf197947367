import { beforeEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import type { EventName } from '#domain/registry/event-catalog.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { addHome } from '#functions/organizations/create-organization.ts';
import { EffectPendingError } from '#functions/platform/store/partners/effects.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import {
  connectFurther,
  consent,
  keepBooks,
  newCompany,
  proposedSettings,
} from '#tests/support/partners/quickbooks.ts';
import { quickBooksWorker } from '#tests/support/partners/quickbooks-worker.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { conflict, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { syncCase } from './sync-case.ts';
import { syncedCompanies } from './synced-companies.ts';

const rows = areas.accounting;
type Row = (typeof rows)[keyof typeof rows];

const harness = await openHarness();
const sandbox = await harness.quickbooks();

describe('several companies', { timeout: 60_000 }, () => {
  let tenant: Tenant;
  /** Realm ids of the first company and of the second home's. */
  let [first, further] = ['', ''];
  let hillside = '';
  let n = 0;
  const now = () => new Date();
  beforeEach(async () => {
    tenant = await harness.addTenant(`several-${n++}`, 'UTC');
    const wanted = { home: 'Hillside Chapel', slug: `hillside-${n}`, time_zone: 'UTC', beside: tenant.home.slug };
    hillside = (await addHome(harness.table, { ...wanted, allow_look_alike: true }, now())).id;
    first = await keepBooks(harness, tenant);
    further = await connectFurther(harness, tenant, 'Hillside Books');
  });

  const owner = () => tenant.profiles.super_admin;
  const call = (row: Row, options: object = {}) => harness.call(row, { as: owner(), ...options });
  const status = async (company?: string) => (await call(rows.status, { query: company ? { company } : {} })).body;
  const mapped = async () => {
    const query = { company: further };
    succeeded(await call(rows.saveSettings, { query, body: await proposedSettings(harness, tenant, query) }));
  };
  const choose = (id: string, company: string | null) =>
    call(rows.chooseCompany, { params: { id }, body: { company } });
  const books = () => quickBooksWorker(harness, tenant, now);
  const work = (name: EventName, payload: object) => books().work(name, payload);
  const everything = async () => {
    await harness.projected();
    await books().drained(() => work('accounting-connection.changed', { organization_id: tenant.id, run: null }));
  };
  const opened = async (funeral_home: string) =>
    (await casesOf(harness, tenant).opened({ ...wholeCase, location: funeral_home })).id;
  const paid = async (caseId: string, amount: string) => {
    const payment = await recordPayment(harness, tenant, caseId, { payment_date: todayIn('UTC', now()), amount });
    await work('payment.recorded', { case_id: caseId });
    return payment;
  };
  const totalsIn = (realm: string) =>
    sandbox.store.entities(realm, 'Payment').map((one) => (one as unknown as { TotalAmt: number }).TotalAmt);

  it('shows each company with its accounts, and lets only owners choose', async () => {
    expect(await status()).toMatchObject({ realm_id: first, is_mapped: true });
    expect(await status(further)).toMatchObject({
      realm_id: further,
      company_name: 'Hillside Books',
      is_mapped: false,
    });
    expect((await status()).companies).toMatchObject([
      { realm_id: first, is_first: true, is_mapped: true },
      { realm_id: further, is_first: false, is_mapped: false },
    ]);
    await mapped();
    succeeded(await choose(hillside, further));
    expect((await choose(hillside, '123')).body).toEqual({ company: ['Choose a connected company'] });
    expect((await choose(crypto.randomUUID(), further)).status).toBe(404);
    const as = tenant.profiles.funeral_home_admin;
    const options = { as, params: { id: hillside }, body: { company: further } };
    expect((await harness.call(rows.chooseCompany, options)).status).toBe(403);
    expect((await status()).companies).toMatchObject([{ is_mapped: true }, { is_mapped: true }]);
    expect((await status()).homes).toMatchObject([
      { name: 'Hillside Chapel', realm_id: further },
      { id: tenant.home.id, realm_id: first },
    ]);
    expect(await call(rows.accounts, { query: { company: further } })).toMatchObject({ status: 200 });
    expect((await call(rows.status, { query: { company: '99' } })).status).toBe(404);
    expect(await call(rows.accounts, { query: { company: '99' } })).toMatchObject({ status: 409 });
  });

  it('sends payments to the home’s company, and reconciles each company', async () => {
    await mapped();
    succeeded(await choose(hillside, further));
    const [ours, theirs] = [await opened(tenant.home.id), await opened(hillside)];
    await paid(ours, '100.00');
    await paid(theirs, '70.00');
    expect([totalsIn(first), totalsIn(further)]).toEqual([[100], [70]]);
    await harness.projected();
    const month = todayIn('UTC', now()).slice(0, 7);
    const compared = async (company?: string) =>
      (await call(rows.reconciliation, { query: { month, ...(company ? { company } : {}) } })).body;
    expect(await compared()).toMatchObject({ ours: { amount: '100.00' }, difference: '0.00', matched: 1 });
    expect(await compared(further)).toMatchObject({ ours: { amount: '70.00' }, difference: '0.00', matched: 1 });
    const file = await call(rows.exportReconciliation, { query: { month, company: further } });
    expect(file.headers['content-disposition']).toContain(`quickbooks-${further}-${month}.csv`);
    const { body } = await call(rows.entries, { query: { state: 'sent' } });
    const inCompany = (body.results as { realm_id: string; kind: string }[]).filter(({ kind }) => kind === 'payment');
    expect(inCompany.map(({ realm_id }) => realm_id).toSorted()).toEqual([first, further].toSorted());
  });

  it('leaves sent cases, and sends later ones to the newly chosen company', async () => {
    await mapped();
    const before = await opened(hillside);
    await paid(before, '10.00');
    expect([totalsIn(first), totalsIn(further)]).toEqual([[10], []]);
    succeeded(await choose(hillside, further));
    await everything();
    await paid(before, '11.00');
    await paid(await opened(hillside), '12.00');
    await everything();
    expect([totalsIn(first), totalsIn(further)]).toEqual([[10, 11], [12]]);
    succeeded(await choose(hillside, null));
    await everything();
    await paid(await opened(hillside), '13.00');
    expect([totalsIn(first), totalsIn(further)]).toEqual([[10, 11, 13], [12]]);
  });

  it('waits while a home’s company is disconnected or without accounts', async () => {
    succeeded(await choose(hillside, further));
    const id = await opened(hillside);
    await paid(id, '20.00');
    expect([totalsIn(first), totalsIn(further)]).toEqual([[], []]);
    succeeded(await call(rows.disconnect, { query: { company: further } }));
    expect((await status()).homes).toContainEqual(expect.objectContaining({ id: hillside, realm_id: null }));
    await everything();
    expect(totalsIn(first)).toEqual([]);
    expect(await status()).toMatchObject({ connected: true, realm_id: first });
    const asked = succeeded(await call(rows.authUrl, { query: { further: 'true' } })).body;
    succeeded(await call(rows.exchange, { body: await consent(String(asked.auth_url), further) }));
    await mapped();
    await everything();
    expect([totalsIn(first), totalsIn(further)]).toEqual([[], [20]]);
  });

  it('sends a case once even if another company is chosen while a worker reads', async () => {
    await mapped();
    const id = await opened(hillside);
    const dependencies = { table: harness.table, companies: harness.quickBooksCompanies, now };
    const looked = await syncedCompanies(dependencies, tenant.id);
    succeeded(await choose(hillside, further));
    await paid(id, '30.00');
    for (const { context } of looked) {
      if (context.realm === further) continue;
      await expect(syncCase(dependencies, context, id)).rejects.toBeInstanceOf(EffectPendingError);
      await syncCase(dependencies, context, id, 'mapping');
    }
    await paid(id, '31.00');
    expect([totalsIn(first), totalsIn(further)]).toEqual([[], [30, 31]]);
  });

  it('leaves records and cases in a disconnected company', async () => {
    await mapped();
    succeeded(await choose(hillside, further));
    const id = await opened(hillside);
    await paid(id, '40.00');
    succeeded(await call(rows.disconnect, { query: { company: further } }));
    succeeded(await choose(hillside, first));
    await paid(id, '41.00');
    await everything();
    await paid(await opened(hillside), '42.00');
    expect([totalsIn(first), totalsIn(further)]).toEqual([[42], [40]]);
    const asked = succeeded(await call(rows.authUrl, { query: { further: 'true' } })).body;
    succeeded(await call(rows.exchange, { body: await consent(String(asked.auth_url), further) }));
    await everything();
    expect([totalsIn(first), totalsIn(further)]).toEqual([[42], [40, 41]]);
    succeeded(await choose(hillside, further));
    const ours = await opened(tenant.home.id);
    await paid(ours, '43.00');
    succeeded(await call(rows.disconnect));
    succeeded(await choose(tenant.home.id, further));
    await paid(ours, '44.00');
    await everything();
    expect([totalsIn(first), totalsIn(further)]).toEqual([
      [42, 43],
      [40, 41],
    ]);
  });

  it('stays a home’s own company when reconnected before the first one', async () => {
    succeeded(await choose(hillside, further));
    succeeded(await call(rows.disconnect));
    succeeded(await call(rows.disconnect, { query: { company: further } }));
    const asked = succeeded(await call(rows.authUrl)).body;
    expect(
      succeeded(await call(rows.exchange, { body: await consent(String(asked.auth_url), further) })).body,
    ).toMatchObject({ is_first: false });
    expect((await status()).homes).toMatchObject([{ realm_id: further }, { realm_id: null }]);
  });

  it('sends nothing to an additional company until a home chooses it', async () => {
    await mapped();
    const id = await opened(tenant.home.id);
    succeeded(await call(rows.disconnect));
    await paid(id, '50.00');
    await everything();
    expect([totalsIn(first), totalsIn(further)]).toEqual([[], []]);
  });

  it('connects a second company only on request, and each company once', async () => {
    const unasked = succeeded(await call(rows.authUrl)).body;
    const body = await consent(String(unasked.auth_url), await newCompany(harness));
    expect(await call(rows.exchange, { body })).toMatchObject(
      conflict('Disconnect the current company before connecting another'),
    );
    const again = succeeded(await call(rows.authUrl, { query: { further: 'true' } })).body;
    succeeded(await call(rows.exchange, { body: await consent(String(again.auth_url), first) }));
    expect((await status()).companies).toHaveLength(2);
    const other = await harness.addTenant(`several-other-${n}`);
    const as = other.profiles.super_admin;
    await keepBooks(harness, other);
    const theirs = succeeded(await harness.call(rows.authUrl, { as, query: { further: 'true' } })).body;
    const taken = await consent(String(theirs.auth_url), further);
    expect((await harness.call(rows.exchange, { as, body: taken })).status).toBe(409);
    const stripped = succeeded(await call(rows.authUrl, { query: { further: 'true' } })).body;
    const real = await consent(String(stripped.auth_url), await newCompany(harness));
    expect(await call(rows.exchange, { body: { ...real, state: real.state.replace('.further', '') } })).toMatchObject({
      status: 400,
      body: { detail: 'Invalid or expired state' },
    });
  });
});
