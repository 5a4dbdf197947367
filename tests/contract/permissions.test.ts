import { beforeAll, describe, expect, it } from 'vitest';
import { type Permission, roles } from '#domain/shared/access/roles.ts';
import { areas } from '#domain/shared/contract/endpoints.ts';
import { everyParam, namedEndpoints } from '#tests/support/calls/endpoints.ts';
import type { EndpointName } from '#tests/support/calls/examples.ts';
import type { CallOptions } from '#tests/support/harness.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { showApp } from '#tests/support/records/archives.ts';
import { callsOf, isAllowed } from './permission-table.ts';

const nowhere = '0190a000-0000-7000-8000-000000000000';
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** One call per permission, and its status for a permitted role with a missing record or empty body. */
const tried: Record<Permission, readonly [EndpointName, number]> = {
  'organization:read': ['organizations.get', 200],
  'organization:edit': ['organizations.update', 200],
  'organization:archive': ['archives.download', 404],
  'home:read': ['funeral-homes.get', 404],
  'home:edit': ['managed-forms.publish', 404],
  'team:read': ['team.members', 200],
  'team:manage': ['team.deactivateMember', 404],
  'team:audit': ['team.memberAuditLog', 404],
  'history:forget': ['privacy.forget', 400],
  'onboarding:edit': ['onboarding.save', 400],
  'profile:read': ['user-profiles.get', 404],
  'profile:edit': ['user-profiles.update', 404],
  'submission:read': ['submissions.get', 404],
  'submission:edit': ['submissions.markContacted', 404],
  'submission:convert': ['submissions.convertToCase', 404],
  'submission:delete': ['submissions.delete', 404],
  'first-call:read': ['first-calls.get', 404],
  'first-call:edit': ['first-calls.update', 404],
  'first-call:convert': ['first-calls.convertToCase', 404],
  'first-call:delete': ['first-calls.delete', 404],
  'case:read': ['cases.get', 404],
  'case:edit': ['cases.complete', 404],
  'case:follow-up': ['cases.update', 404],
  'gate:override': ['gates.withdraw', 404],
  'care:read': ['care.ofCase', 404],
  'care:move': ['care.open', 404],
  'care:photo': ['documents.look', 404],
  'case:audit': ['cases.auditLog', 404],
  'case:reopen': ['cases.reopen', 404],
  'case:delete': ['cases.delete', 404],
  'case:export': ['cases.export', 200],
  'permit:read': ['permits.list', 404],
  'permit:edit': ['permits.delete', 404],
  'ssn:read': ['ssn.retrieve', 404],
  'payment:check-number': ['ssn.checkNumber', 404],
  'payment:read': ['payments.get', 404],
  'payment:record': ['payments.record', 400],
  'payment:correct': ['payments.delete', 404],
  'statement:read': ['statements.list', 404],
  'statement:finalize': ['statements.finalize', 404],
  'document:read': ['documents.download', 404],
  'document:add': ['documents.begin', 400],
  'document:edit': ['documents.update', 404],
  'document:delete': ['documents.delete', 404],
  'signature:read': ['signature-envelopes.get', 404],
  'signature:send': ['signature-envelopes.send', 404],
  'signature:void': ['signature-envelopes.void', 400],
  'signature:manage-templates': ['signature-templates.delete', 404],
  'signing:connect': ['signing-connection.get', 200],
  'accounting:read': ['accounting.status', 200],
  'accounting:edit': ['accounting.saveSettings', 400],
  'accounting:connect': ['accounting.exchange', 400],
  'calendar:connect': ['calendar-integration.callback', 400],
  'calendar:subscribe': ['calendar-feeds.revoke', 404],
  'insight:work': ['insight.dashboard', 200],
  'insight:money': ['insight.financials', 200],
  'insight:months': ['insight.months', 200],
  'customer:read': ['customers.get', 404],
  'customer:edit': ['customers.create', 400],
  'customer:merge': ['customers.merge', 400],
  'customer:export': ['customers.export', 200],
  'customer:delete': ['customers.delete', 404],
  'records:import': ['imports.get', 404],
};

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
    for (const [permission, [name]] of Object.entries(tried)) expect(callsOf(permission as Permission)).toContain(name);
  });

  describe.each(Object.entries(tried) as [Permission, [EndpointName, number]][])('%s', (permission, [name, status]) => {
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
