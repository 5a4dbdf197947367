import { createHmac } from 'node:crypto';
import { areas } from '#domain/registry/endpoints.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { createPostingRepository } from '#functions/quickbooks/repository/postings.ts';
import { createSyncRunRepository } from '#functions/quickbooks/repository/sync-runs.ts';
import { createCompany } from '#local/partners/quickbooks/quickbooks.ts';
import type { CallOptions, Harness } from '#tests/support/harness.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { webhookVerifier } from './quickbooks-in-tests.ts';

const rows = areas.accounting;

let companies = 0;

export const newCompany = async (harness: Harness, name?: string): Promise<string> => {
  const { store } = await harness.quickbooks();
  companies += 1;
  const realm = String(9_341_000_000 + companies);
  createCompany(store, realm, name ?? `Company ${companies}`, harness.state.now());
  return realm;
};

export const consent = async (
  auth_url: string,
  realm: string,
): Promise<{ code: string; state: string; realmId: string }> => {
  const authUrl = new URL(auth_url);
  const body = new URLSearchParams({ ...Object.fromEntries(authUrl.searchParams), realm, answer: 'allow' });
  const response = await fetch(`${authUrl.origin}/connect/oauth2`, { method: 'POST', body, redirect: 'manual' });
  const { searchParams } = new URL(response.headers.get('location') ?? '');
  const of = (name: string): string => searchParams.get(name) ?? '';
  return { code: of('code'), state: of('state'), realmId: of('realmId') };
};

const ownCompany = async (harness: Harness, { profiles }: Tenant): Promise<string> => {
  const { body } = succeeded(await harness.call(rows.status, { as: profiles.super_admin }));
  return body.realm_id ? String(body.realm_id) : newCompany(harness);
};

export const consented = async (harness: Harness, tenant: Tenant, realm?: string) => {
  const { body } = succeeded(await harness.call(rows.authUrl, { as: tenant.profiles.super_admin }));
  return consent(String(body.auth_url), realm ?? (await ownCompany(harness, tenant)));
};

export const connectQuickBooks = async (harness: Harness, tenant: Tenant, realm?: string): Promise<string> => {
  const body = await consented(harness, tenant, realm);
  succeeded(await harness.call(rows.exchange, { as: tenant.profiles.super_admin, body }));
  return body.realmId;
};

export const connectFurther = async (harness: Harness, tenant: Tenant, name?: string): Promise<string> => {
  const as = tenant.profiles.super_admin;
  const { auth_url } = succeeded(await harness.call(rows.authUrl, { as, query: { further: 'true' } })).body;
  const body = await consent(String(auth_url), await newCompany(harness, name));
  succeeded(await harness.call(rows.exchange, { as, body }));
  return body.realmId;
};

export const proposedSettings = async (
  harness: Harness,
  { profiles }: Tenant,
  query: { company?: string } = {},
): Promise<object> => {
  const { body } = succeeded(await harness.call(rows.settings, { as: profiles.super_admin, query }));
  const { is_saved: _, start_date: __, ...settings } = body;
  return settings;
};

export const keepBooks = async (harness: Harness, tenant: Tenant): Promise<string> => {
  const realm = await connectQuickBooks(harness, tenant);
  const body = await proposedSettings(harness, tenant);
  succeeded(await harness.call(rows.saveSettings, { as: tenant.profiles.super_admin, body }));
  return realm;
};

export const finishedPreview = async (harness: Harness, tenant: Tenant, from: string): Promise<{ preview: string }> => {
  const as = tenant.profiles.super_admin;
  const { body } = succeeded(await harness.call(rows.previewSync, { as, body: { from } }));
  const runs = createSyncRunRepository(harness.table, keysOf(tenant.id));
  const before = await runs.latest('preview');
  if (before) await harness.table.transact([runs.put(before, { ...before, state: 'done' })]);
  return { preview: String(body.id) };
};

export const announcedBooks = (
  body: unknown,
  verifier = webhookVerifier,
): Pick<CallOptions, 'as' | 'rawBody' | 'headers'> => {
  const rawBody = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = createHmac('sha256', verifier).update(rawBody).digest('base64');
  return { as: 'nobody', rawBody, headers: { 'intuit-signature': signature } };
};

export const refusedEntry = async (harness: Harness, tenant: Tenant, caseId: string): Promise<{ entry: string }> => {
  const id = crypto.randomUUID();
  const now = harness.state.now();
  const entries = createPostingRepository(harness.table, keysOf(tenant.id));
  const writes = entries.put(
    undefined,
    {
      ...{ organization_id: tenant.id, version: 0, kind: 'payment', id, case_id: caseId, case_number: 'C-1' },
      ...{ number: 'R-1', date: '2026-11-20', amount_cents: 100, state: 'failed', realm: '1', quickbooks_id: null },
      ...{ problem: { code: '6210', detail: '' }, sync_token: '', digest: null, refused: 'digest', seen: null },
      ...{ applied_cents: 0, refusals: 1, is_asked: false, claimed_until: null, updated_at: '' },
    },
    now,
  );
  await harness.table.transact(writes);
  return { entry: `payment:${id}` };
};
