import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { RunningDocuSeal } from '#local/partners/docuseal/docuseal.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { connection, connectSigning } from '#tests/support/partners/signing.ts';
import { signingKey, webhookSecret } from '#tests/support/partners/signing-service.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const rows = areas['signing-connection'];

describe('the connection to DocuSeal', () => {
  let harness: Harness;
  let docuseal: RunningDocuSeal;
  let tenant: Tenant;
  let n = 0;
  beforeAll(async () => {
    harness = await startHarness();
    docuseal = await harness.docuseal();
  });
  beforeEach(async () => {
    tenant = await harness.addTenant(`signing-${n++}`);
  });
  afterAll(() => harness.close());
  const as = () => tenant.profiles.super_admin;
  const get = async () => (await harness.call(rows.get, { as: as() })).body;
  const health = async () => {
    const { status, body } = await harness.call(rows.health, { as: tenant.profiles.office_staff });
    expect(status).toBe(200);
    return body;
  };
  const connect = (body: object) => harness.call(rows.connect, { as: as(), body });

  it('connects with a valid key and returns no secret', async () => {
    expect(await get()).toMatchObject({ connected: false, service: null, webhook_url: null });
    const { status, text } = await connect(connection);
    expect(status).toBe(200);
    expect(text + JSON.stringify(await get())).not.toMatch(new RegExp(`${signingKey}|${webhookSecret}`));
    expect(await get()).toMatchObject({
      ...{ connected: true, service: 'local', account: 'tests@docuseal.example', has_webhook_secret: true },
      connected_by_name: 'Test super_admin',
      webhook_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4000\/api\/webhooks\/docuseal\/[\w-]{43}\/$/),
    });
    expect(JSON.stringify(await harness.scan())).not.toMatch(new RegExp(`${signingKey}|${webhookSecret}`));
    expect(JSON.stringify(harness.state.logs)).not.toContain(signingKey);
  });

  it('encrypts secrets for one organization only', async () => {
    await connect(connection);
    const other = await harness.addTenant(`signing-other-${n}`);
    await connectSigning(harness, other);
    const [own, theirs] = [keysOf(tenant.id).connection('docuseal'), keysOf(other.id).connection('docuseal')];
    const [item, stolen] = await Promise.all([harness.table.get(own), harness.table.get(theirs)]);
    if (!item || !stolen) throw new Error('not connected');
    await harness.table.transact([{ put: { ...item, sealed: stolen.sealed } }]);
    expect(await health()).toMatchObject({ status: 'degraded' });
  });

  it('rejects a wrong or missing key, and a service that is not allowed', async () => {
    expect((await connect({ service: 'local', api_key: 'a-wrong-key' })).body).toEqual({
      api_key: ['DocuSeal does not recognize this API key'],
    });
    expect((await connect({ service: 'local' })).body).toEqual({ api_key: ['API key is required'] });
    expect((await connect({ ...connection, service: 'http://169.254.169.254' })).body).toEqual({
      service: ['Choose one of the services'],
    });
    docuseal.faults.status = 500;
    const silent = await connect(connection);
    docuseal.faults.status = null;
    expect([silent.status, silent.body]).toEqual([
      409,
      { detail: 'DocuSeal is not responding. Try again in a few minutes.' },
    ]);
    expect(await get()).toMatchObject({ connected: false });
  });

  it('keeps key and webhook address when only the secret changes', async () => {
    const { token } = await connectSigning(harness, tenant);
    await connect({ service: 'local', webhook_secret: 'whsec_another' });
    expect(await get()).toMatchObject({ connected: true, webhook_url: expect.stringContaining(token) });
    expect(await health()).toMatchObject({ status: 'ok' });
  });

  it('deletes secrets and webhook address when it disconnects', async () => {
    const { token } = await connectSigning(harness, tenant);
    expect((await harness.call(rows.disconnect, { as: as() })).status).toBe(200);
    expect(await get()).toMatchObject({ connected: false });
    const left = JSON.stringify(await harness.scan());
    expect(left).not.toContain(token);
    expect((await harness.call(rows.disconnect, { as: as() })).status).toBe(200);
  });

  it('reports its health with 200 whatever DocuSeal does', async () => {
    expect(await health()).toMatchObject({ status: 'not_connected', docuseal: { reachable: false } });
    await connect(connection);
    expect(await health()).toMatchObject({
      status: 'ok',
      docuseal: { reachable: true, authenticated: true, latency_ms: expect.any(Number) },
      paused_until: null,
    });
    for (const status of [401, 429, 500]) {
      docuseal.faults.status = status;
      expect(await health()).toMatchObject({ status: 'degraded', docuseal: { reachable: status === 401 } });
    }
    docuseal.faults.status = null;
    const probe_at = Math.floor(Date.now() / 1000) + 60;
    await harness.table.transact([
      { put: { ...keysOf(tenant.id).partnerStatus('docuseal'), state: 'open', probe_at } },
    ]);
    expect(await health()).toMatchObject({ status: 'degraded', paused_until: new Date(probe_at * 1000).toISOString() });
  });
});
