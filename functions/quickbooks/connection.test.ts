import { beforeEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { Faults } from '#local/partners/quickbooks/oauth.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { connectQuickBooks, consented, newCompany, proposedSettings } from '#tests/support/partners/quickbooks.ts';
import { conflict, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const rows = areas.accounting;
type Row = (typeof rows)[keyof typeof rows];

const harness = await openHarness();
const sandbox = await harness.quickbooks();

describe('QuickBooks connection', () => {
  let tenant: Tenant;
  let n = 0;
  beforeEach(async () => {
    tenant = await harness.addTenant(`books-${n++}`);
    Object.assign(sandbox.faults, Faults.parse({}));
    harness.state.now = () => new Date();
  });
  const owner = () => tenant.profiles.super_admin;
  const call = (row: Row, options: object = {}) => harness.call(row, { as: owner(), ...options });
  const status = async () => (await call(rows.status)).body;
  const later = (ms: number) => {
    const at = Date.now() + ms;
    harness.state.now = () => new Date(at);
  };

  it('connects after consent, and returns, logs and stores no secret in the clear', async () => {
    expect(await status()).toMatchObject({ connected: false, company_name: null, needs_reconnect: false });
    const realm = await connectQuickBooks(harness, tenant);
    expect(await status()).toMatchObject({
      ...{ connected: true, realm_id: realm, environment: 'local', is_mapped: false },
      connected_by_name: 'Test super_admin',
    });
    const [grant] = sandbox.store.grants().filter((one) => one.realm === realm);
    const secrets = [grant?.refreshToken ?? 'none', grant?.accessTokens[0]?.token ?? 'none'];
    const everything = JSON.stringify([await harness.scan(), harness.state.logs, await status()]);
    for (const secret of secrets) expect(everything).not.toContain(secret);
  });

  it('S-20 finishes once, before the deadline, by the same person in the same session', async () => {
    const body = await consented(harness, tenant);
    const refused = { status: 400, body: { detail: 'Invalid or expired state' } };
    const other = await harness.addTenant(`books-other-${n}`);
    expect(await harness.call(rows.exchange, { as: other.profiles.super_admin, body })).toMatchObject(refused);
    const session = Math.floor(Date.now() / 1000) - 100;
    expect(await call(rows.exchange, { body, session })).toMatchObject(refused);
    expect(await call(rows.exchange, { body: { ...body, state: 'x'.repeat(43) } })).toMatchObject(refused);
    expect((await call(rows.exchange, { body })).status).toBe(200);
    expect(await call(rows.exchange, { body })).toMatchObject(refused);
    const late = await consented(harness, tenant, body.realmId);
    later(11 * 60_000);
    expect(await call(rows.exchange, { body: late })).toMatchObject(refused);
    expect(JSON.stringify(await harness.scan())).not.toContain(late.state);
  });

  it('rejects a company that the tokens cannot open, and one of another organization', async () => {
    const body = await consented(harness, tenant);
    const elsewhere = await newCompany(harness);
    expect((await call(rows.exchange, { body: { ...body, realmId: elsewhere } })).status).toBe(400);
    const realm = await connectQuickBooks(harness, tenant);
    const other = await harness.addTenant(`books-second-${n}`);
    const theirs = await consented(harness, other, realm);
    expect(await harness.call(rows.exchange, { as: other.profiles.super_admin, body: theirs })).toMatchObject(
      conflict('This QuickBooks company is already connected to another organization'),
    );
    const second = await consented(harness, tenant, await newCompany(harness));
    expect(await call(rows.exchange, { body: second })).toMatchObject(
      conflict('Disconnect the current company before connecting another'),
    );
  });

  it('S-36 stores no more of a company’s texts than a record holds', async () => {
    const realm = await newCompany(harness, 'Whitcomb '.repeat(60_000));
    await connectQuickBooks(harness, tenant, realm);
    expect(String((await status()).company_name)).toMatch(/^Whitcomb [\w ]{0,491}$/);
  });

  it('reads accounts, invoices and figures, and refreshes expired tokens', async () => {
    await connectQuickBooks(harness, tenant);
    const refreshes = sandbox.seen.refreshes;
    later(2 * 3_600_000);
    const [accounts, invoices] = await Promise.all([call(rows.accounts), call(rows.invoices)]);
    expect(accounts.body).toContainEqual(expect.objectContaining({ name: 'Checking', type: 'Bank', balance: '0.00' }));
    expect(invoices.body).toEqual([]);
    expect(sandbox.seen.refreshes - refreshes).toBe(1);
    const overview = await call(rows.overview, { query: { scope: 'quarter' } });
    expect(overview.body).toMatchObject({ scope: 'quarter', net_income: '0.00', open_invoices: 0, stale: false });
    expect((await call(rows.overview, { query: { scope: 'week' } })).status).toBe(400);
  });

  it('reads figures every ten minutes, and shows earlier ones during an outage', async () => {
    await connectQuickBooks(harness, tenant);
    await call(rows.overview);
    const calls = sandbox.seen.calls;
    await call(rows.overview);
    expect(sandbox.seen.calls).toBe(calls);
    sandbox.faults.status = 503;
    later(11 * 60_000);
    expect(await call(rows.overview)).toMatchObject({ status: 200, body: { stale: true } });
    expect(await call(rows.invoices)).toMatchObject(
      conflict('QuickBooks is not responding. Try again in a few minutes.'),
    );
  });

  it('reports a connection ended by QuickBooks, and reconnects the same company', async () => {
    const realm = await connectQuickBooks(harness, tenant);
    sandbox.faults.invalidGrant = true;
    later(2 * 3_600_000);
    expect(await call(rows.invoices)).toMatchObject(conflict('QuickBooks was disconnected. Reconnect it in Settings.'));
    expect(await status()).toMatchObject({ connected: true, needs_reconnect: true });
    sandbox.faults.invalidGrant = false;
    await connectQuickBooks(harness, tenant, realm);
    expect(await status()).toMatchObject({ connected: true, needs_reconnect: false });
    expect((await call(rows.invoices)).status).toBe(200);
  });

  it('disconnects on both sides, also in an outage; then others may have the company', async () => {
    const realm = await connectQuickBooks(harness, tenant);
    expect((await call(rows.disconnect)).status).toBe(200);
    expect(sandbox.store.grants().filter((one) => one.realm === realm)).toEqual([]);
    expect(await status()).toMatchObject({ connected: false });
    expect(await call(rows.accounts)).toMatchObject(conflict('QuickBooks is not connected'));
    expect((await call(rows.disconnect)).status).toBe(200);
    const other = await harness.addTenant(`books-third-${n}`);
    await connectQuickBooks(harness, other, realm);
    sandbox.faults.tokenStatus = 503;
    expect((await harness.call(rows.disconnect, { as: other.profiles.super_admin })).status).toBe(200);
  });

  it('S-01 returns nothing of a former company, and asks for accounts of the next one', async () => {
    await connectQuickBooks(harness, tenant);
    succeeded(await call(rows.saveSettings, { body: await proposedSettings(harness, tenant) }));
    succeeded(await call(rows.overview));
    expect(await status()).toMatchObject({ is_mapped: true });
    succeeded(await call(rows.disconnect));
    const gone = conflict('QuickBooks is not connected');
    expect(await call(rows.accounts)).toMatchObject(gone);
    expect(await call(rows.overview)).toMatchObject(gone);
    await connectQuickBooks(harness, tenant, await newCompany(harness));
    const calls = sandbox.seen.calls;
    succeeded(await call(rows.overview));
    expect(sandbox.seen.calls).toBeGreaterThan(calls);
    expect(await status()).toMatchObject({ is_mapped: false });
    const settings = await call(rows.settings);
    expect(settings.body).toMatchObject({ is_saved: false, version: 1 });
    succeeded(await call(rows.saveSettings, { body: await proposedSettings(harness, tenant) }));
    expect(await status()).toMatchObject({ is_mapped: true });
  });

  it('proposes accounts, rejects unsuitable ones, and detects concurrent changes', async () => {
    await connectQuickBooks(harness, tenant);
    const settings = await proposedSettings(harness, tenant);
    expect(settings).toMatchObject({ classes: false, tax: 'own_line', version: 0 });
    const saved = await call(rows.saveSettings, { body: settings });
    expect(saved).toMatchObject({ status: 200, body: { is_saved: true, version: 1 } });
    expect(await status()).toMatchObject({ is_mapped: true });
    expect((await call(rows.saveSettings, { body: settings })).status).toBe(409);
    const wrong = { ...settings, version: 1, refund: '999', start_date: 'soon' };
    expect((await call(rows.saveSettings, { body: wrong })).status).toBe(400);
    const unknown = await call(rows.saveSettings, { body: { ...settings, version: 1, refund: '999' } });
    expect(unknown.body).toEqual({ refund: ['Choose an account of the right type'] });
  });

  it('lets owners connect and administrators see the connection', async () => {
    await connectQuickBooks(harness, tenant);
    const as = (role: 'funeral_home_admin' | 'office_staff') => tenant.profiles[role];
    expect((await harness.call(rows.status, { as: as('funeral_home_admin') })).status).toBe(200);
    expect((await harness.call(rows.authUrl, { as: as('funeral_home_admin') })).status).toBe(403);
    expect((await harness.call(rows.disconnect, { as: as('funeral_home_admin') })).status).toBe(403);
    for (const row of Object.values(rows))
      expect((await harness.call(row, { as: as('office_staff'), params: { id: tenant.home.id } })).status).toBe(403);
  });
});
