import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { roles } from '#domain/shared/access/roles.ts';
import { everyParam, namedEndpoints } from '#tests/support/calls/endpoints.ts';
import type { EndpointName } from '#tests/support/calls/examples.ts';
import type { CallOptions } from '#tests/support/harness.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { showApp } from '#tests/support/records/archives.ts';
import { callsOf, isAllowed, triedCalls } from './permission-table.ts';

const nowhere = '0190a000-0000-7000-8000-000000000000';
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const rowOf = (name: EndpointName) => {
  const found = namedEndpoints.find((one) => one.name === name);
  if (!found) throw new Error(`${name} is no call`);
  return found.endpoint;
};

const { harness, tenant } = await startHarnessWithTenant();

describe('S-03 permissions through the API', () => {
  // Archives require a recent authenticator code.
  beforeAll(async () => {
    for (const role of roles) await showApp(harness, tenant.profiles[role]);
  });

  it('S-03 tries each permission with an endpoint that requires it', () => {
    for (const [permission, name] of triedCalls) expect(callsOf(permission)).toContain(name);
  });

  describe.each(triedCalls)('%s', (permission, name, status) => {
    it.each(roles)(`S-03 ${name} permits %s or denies and logs it, as the table says`, async (role) => {
      const as = tenant.profiles[role];
      const endpoint = rowOf(name);
      const before = harness.state.logs.length;
      const answer = await harness.call(endpoint, { as, params: everyParam(endpoint, nowhere), body: {} });
      if (isAllowed(role, permission)) return expect(answer.status, answer.text).toBe(status);
      expect(answer.status, answer.text).toBe(403);
      const lines = harness.state.logs.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(lines).toMatchObject([
        {
          ...{
            message: 'refused',
            status: 403,
            reason: `needs ${permission}`,
            route: `${endpoint.method} ${endpoint.path}`,
          },
          ...{ organization_id: tenant.id, actor_id: as.id, timestamp: expect.stringMatching(instant) },
        },
      ]);
    });
  });
});

describe('S-01 authentication', () => {
  const noSession = [401, { detail: 'No authentication session found' }];
  const claims = (changes: Record<string, string>): Record<string, string> => ({
    ...{ sub: tenant.profiles.super_admin.sub, client_id: harness.clientId, token_use: 'access' },
    ...changes,
  });

  it.each<[string, () => CallOptions['as']]>([
    ['nobody', () => 'nobody'],
    ['an ID token', () => ({ claims: claims({ token_use: 'id' }) })],
    ['a token of another client', () => ({ claims: claims({ client_id: 'another' }) })],
    ['a user of the pool whom no organization knows', () => ({ claims: claims({ sub: nowhere }) })],
  ])('S-01 a staff endpoint returns 401 to %s', async (_, as) => {
    const { status, body } = await harness.call(areas.cases.list, { as: as() });
    expect([status, body]).toEqual(noSession);
  });

  it('S-01 a public endpoint ignores sessions', async () => {
    const params = { slug: tenant.home.slug };
    for (const as of ['nobody', { claims: claims({ token_use: 'id' }) }] as const)
      expect((await harness.call(areas.intake.funeralHome, { as, params })).status).toBe(200);
  });

  it('S-01 a partner is authenticated by signature or secret URL', async () => {
    const params = { token: 'x'.repeat(43) };
    const received = async (area: 'accounting-webhooks' | 'signing-webhooks' | 'google-webhooks') =>
      (await harness.call(areas[area].received, { params, body: {} })).status;
    expect(await received('accounting-webhooks')).toBe(401);
    expect(await received('signing-webhooks')).toBe(404);
    expect(await received('google-webhooks')).toBe(404);
  });
});
