import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OAuthClient from 'intuit-oauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QuickBooksBodies } from '#domain/quickbooks/quickbooks-records.ts';
import { quickBooksCompany } from '#functions/quickbooks/client/quickbooks.ts';
import { quickBooksOAuth } from '#functions/quickbooks/client/quickbooks-oauth.ts';
import { listen, type Running, readBody } from '#local/aws/http-listener.ts';
import { Faults } from './oauth.ts';
import { type QuickBooks, startQuickBooks } from './quickbooks.ts';

const realm = '9341450001';
const other = '9341450002';
const app = {
  clientId: 'ABlocalClient',
  clientSecret: 'localSecret',
  redirectUris: ['http://127.0.0.1:4000/settings/quickbooks/callback'],
};
const redirectUri = app.redirectUris[0] as string;
const verifierToken = 'local-verifier';

let dataDir: string;
let sandbox: QuickBooks;
let hook: Running;
let clock = Date.parse('2026-11-20T18:00:00Z');
const now = () => new Date(clock);
const hooks: { signature: string; body: string }[] = [];
let sequence = 0;
const requestId = () => `req-${++sequence}`;

const start = () =>
  startQuickBooks({
    ...{ port: 0, dataDir, app, now, limits: { perSecond: 1000, perMinute: 100_000 } },
    companies: { [realm]: 'Whitcomb & Ames', [other]: 'Harbor Light' },
    webhooks: { url: `${hook.url}/`, verifierToken },
  });

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'quickbooks-'));
  hook = await listen(async (request, response) => {
    const body = (await readBody(request, 1_000_000)).toString('utf8');
    hooks.push({ signature: String(request.headers['intuit-signature']), body });
    response.end();
  }, 0);
  sandbox = await start();
});
afterAll(async () => {
  await sandbox.close();
  await hook.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(() => {
  Object.assign(sandbox.faults, Faults.parse({}));
});

const consent = async (authorizeUrl: string, answer: 'allow' | 'deny' = 'allow', company = realm): Promise<URL> => {
  const authorizeAddress = new URL(authorizeUrl);
  expect((await fetch(authorizeAddress)).status).toBe(200);
  const form = new URLSearchParams({ ...Object.fromEntries(authorizeAddress.searchParams), realm: company, answer });
  const back = await fetch(`${sandbox.url}/connect/oauth2`, { method: 'POST', body: form, redirect: 'manual' });
  return new URL(back.headers.get('location') ?? '');
};

const ours = () =>
  quickBooksOAuth(
    {
      ...{ clientId: app.clientId, clientSecret: app.clientSecret, redirectUri },
      authorizeUrl: `${sandbox.url}/connect/oauth2`,
      tokenUrl: `${sandbox.url}/oauth2/v1/tokens/bearer`,
      revokeUrl: `${sandbox.url}/v2/oauth2/tokens/revoke`,
    },
    now,
  );

const connected = async (company = realm) => {
  const code = (await consent(ours().authorizeUrl('state'), 'allow', company)).searchParams.get('code') ?? '';
  return ours().exchange(code);
};
const settings = () => ({ api: sandbox.url, limitMs: 5000 });
const companyOf = async (company = realm) => {
  const { access_token } = await connected(company);
  return quickBooksCompany(settings(), company, async () => access_token);
};

const customer = (name: string): QuickBooksBodies['Customer'] => ({ DisplayName: name, Notes: 'Stillwater case c1' });
const saleOf = async (
  company: Awaited<ReturnType<typeof companyOf>>,
  customerId: string,
  dollars: number,
  number: string,
) => {
  const [item] = await company.page('Item', "Name = 'Services'");
  return company.create(
    'Invoice',
    {
      CustomerRef: { value: customerId },
      DocNumber: number,
      TxnDate: '2026-11-20',
      PrivateNote: '',
      Line: [
        {
          Amount: dollars,
          Description: 'Services',
          DetailType: 'SalesItemLineDetail',
          SalesItemLineDetail: { ItemRef: { value: item?.Id ?? '' }, TaxCodeRef: { value: 'NON' } },
        },
      ],
    },
    requestId(),
  );
};
const paymentBody = async (
  company: Awaited<ReturnType<typeof companyOf>>,
  customerId: string,
  dollars: number,
  invoice?: string,
): Promise<QuickBooksBodies['Payment']> => {
  const [cash] = await company.page('PaymentMethod', "Name = 'Cash'");
  return {
    CustomerRef: { value: customerId },
    TotalAmt: dollars,
    TxnDate: '2026-11-20',
    PaymentMethodRef: { value: cash?.Id ?? '' },
    PaymentRefNum: `R-${++sequence}`,
    PrivateNote: '',
    Line: invoice ? [{ Amount: dollars, LinkedTxn: [{ TxnId: invoice, TxnType: 'Invoice' }] }] : [],
  };
};

describe('QuickBooks connection', () => {
  it("works with Intuit's own client: consent, exchange, rotating refresh, revoke", async () => {
    const intuit = new OAuthClient({
      ...{ clientId: app.clientId, clientSecret: app.clientSecret, environment: 'sandbox', redirectUri },
    });
    intuit.setAuthorizeURLs({
      authorizeEndpoint: `${sandbox.url}/connect/oauth2`,
      tokenEndpoint: `${sandbox.url}/oauth2/v1/tokens/bearer`,
      revokeEndpoint: `${sandbox.url}/v2/oauth2/tokens/revoke`,
      userInfoEndpoint: `${sandbox.url}/userinfo`,
    });
    const authorizeUrl = intuit.authorizeUri({ scope: [OAuthClient.scopes.Accounting as string], state: 'abc' });
    const back = await consent(authorizeUrl);
    expect(back.searchParams.get('state')).toBe('abc');
    const first = (await intuit.createToken(back.href)).getToken();
    expect(first).toMatchObject({ token_type: 'bearer', expires_in: 3600, realmId: realm });
    const refreshed = async (refreshToken = '') =>
      (await intuit.refreshUsingToken(refreshToken)).getToken().refresh_token ?? '';
    const old = first.refresh_token ?? '';
    expect(await refreshed(old)).toBe(old);
    clock += 25 * 3_600_000;
    const next = await refreshed(old);
    expect(next).not.toBe(old);
    // The previous one is valid until its successor is used.
    await refreshed(old);
    await refreshed(next);
    await expect(refreshed(old)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await intuit.revoke({ refresh_token: next })).status()).toBe(200);
    await expect(refreshed(next)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it("reports a denied consent, and rejects another app's secret", async () => {
    const back = await consent(ours().authorizeUrl('s'), 'deny');
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.get('code')).toBeNull();
    const wrong = await fetch(`${sandbox.url}/oauth2/v1/tokens/bearer`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('ABlocalClient:other').toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' }),
    });
    expect([wrong.status, await wrong.json()]).toEqual([401, { error: 'invalid_client' }]);
  });
});

describe('QuickBooks books', () => {
  it("rejects a duplicate name or number, and another customer's invoice", async () => {
    const company = await companyOf();
    const create = (name: string) => company.create('Customer', customer(name), requestId());
    const one = await create('Twice (WA-3)');
    await expect(create('twice (wa-3)')).rejects.toMatchObject({ name: 'Permanent', message: '6240' });
    await expect(create('Miami Casket Supply')).rejects.toMatchObject({ message: '6240' });
    for (const name of ['No: colon', 'No\ttab', 'No\nline', 'x'.repeat(501)])
      await expect(create(name)).rejects.toMatchObject({ name: 'Permanent' });
    const two = await create('Other (WA-4)');
    const invoice = await saleOf(company, one.Id, 50, 'WA-S-3');
    await expect(saleOf(company, one.Id, 50, 'WA-S-3')).rejects.toMatchObject({ message: '6140' });
    await expect(saleOf(company, one.Id, 50, 'x'.repeat(22))).rejects.toMatchObject({ message: '2050' });
    await expect(saleOf(company, one.Id, 50.005, 'WA-S-4')).rejects.toMatchObject({ name: 'Permanent' });
    const wrong = await paymentBody(company, two.Id, 50, invoice.Id);
    await expect(company.create('Payment', wrong, requestId())).rejects.toMatchObject({ message: '620' });
    const much = await paymentBody(company, one.Id, 51, invoice.Id);
    await expect(company.create('Payment', much, requestId())).rejects.toMatchObject({ message: '620' });
  });

  it('answers queries: pages, order, quotes, empty results, and unsupported ones', async () => {
    const company = await companyOf(other);
    await company.create('Customer', customer("O'Neill, Seán (HL-2)"), requestId());
    expect(await company.page('Customer', "DisplayName = 'O\\'Neill, Seán (HL-2)'")).toHaveLength(1);
    expect(await company.page('Customer', "DisplayName LIKE '%Neill%'", 1, 1)).toHaveLength(1);
    expect(await company.page('Customer', "DisplayName = 'nobody'")).toEqual([]);
    for (const name of ['O’Neill', "O'Neill"])
      await expect(company.page('Customer', `DisplayName = '${name}'`)).rejects.toMatchObject({
        ...{ name: 'Permanent', message: '4000' },
      });
    await expect(company.page('Customer', "Notes = 'x'")).rejects.toMatchObject({ name: 'Permanent', message: '4001' });
    const accounts = await company.page('Account', "AccountType IN ('Bank','Income')", 2, 2, 'Name DESC');
    expect(accounts.map(({ Name }) => Name)).toEqual(['Savings', 'Merchandise Sales']);
  });
});

describe('QuickBooks webhooks', () => {
  it('sends signed webhooks, and keeps all data over a restart', async () => {
    const company = await companyOf();
    hooks.length = 0;
    const { Id } = await company.create('Customer', customer('Told (WA-9)'), requestId());
    await expect.poll(() => hooks.length).toBe(1);
    const [first] = hooks;
    expect(first?.signature).toBe(
      createHmac('sha256', verifierToken)
        .update(first?.body ?? '')
        .digest('base64'),
    );
    expect(JSON.parse(first?.body ?? '')).toMatchObject([
      { specversion: '1.0', type: 'qbo.customer.created.v1', intuitentityid: Id, intuitaccountid: realm },
    ]);
    await company.update('Customer', { Id, SyncToken: '0' }, { Notes: 'x' }, requestId());
    await expect.poll(() => hooks.length).toBe(2);
    const { refresh_token } = await connected();
    await sandbox.close();
    sandbox = await start();
    const { access_token } = await ours().refresh(refresh_token);
    const same = quickBooksCompany(settings(), realm, async () => access_token);
    expect((await same.read('Customer', Id))?.Notes).toBe('x');
  });
});
