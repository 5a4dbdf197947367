import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { can } from '#domain/access/roles.ts';
import { allEndpoints, areas } from '#domain/contract/endpoints.ts';
import { exampleCustomer } from '#tests/support/customers.ts';
import { type CallOptions, type Harness, startHarness } from '#tests/support/harness.ts';
import { tableDigest } from '#tests/support/recount.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const { customers, team } = areas;
const start = Date.parse('2026-03-10T12:00:00Z');
const nowhere = '0190a000-0000-7000-8000-000000000000';

describe('the limits of staff calls', () => {
  let harness: Harness;
  let tenant: Tenant;
  let clock = start;
  beforeAll(async () => {
    harness = await startHarness({ rateLimits: true });
    tenant = await harness.addTenant('limited-home');
    harness.state.now = () => new Date(clock);
  });
  afterAll(() => harness.close());

  it('S-23 600 calls a minute for one member of staff, whatever the calls; the others go on', async () => {
    const { coordinator, office_staff } = tenant.profiles;
    const calls = [customers.list, team.members, team.pendingCount, areas['user-profiles'].currentUser];
    const ask = (n: number, as = coordinator) => {
      const row = calls[n % calls.length];
      if (!row) throw new Error('no call');
      return harness.call(row, { as });
    };
    const first = await ask(0);
    expect(first.headers.ratelimit).toBe('limit=600, remaining=599, reset=60');
    for (let batch = 0; batch < 12; batch++)
      await Promise.all(Array.from({ length: batch ? 50 : 49 }, (_, n) => ask(n)));
    const stopped = await ask(1);
    expect([stopped.status, stopped.body]).toEqual([
      429,
      { detail: 'Too many requests. Please wait a moment and try again.' },
    ]);
    expect(stopped.headers).toMatchObject({ 'retry-after': '60', ratelimit: 'limit=600, remaining=0, reset=60' });
    expect((await ask(0, office_staff)).status).toBe(200);
    clock += 60_000;
    expect((await ask(0)).status).toBe(200);
  }, 30_000);

  it.each([
    ['team.resetAuthenticator', team.resetAuthenticator, 10, 60, { params: { id: nowhere } }, 404],
    ['account.updatePassword', areas.account.updatePassword, 5, 300, { params: { id: nowhere } }, 400],
    ['customers.export', customers.export, 10, 60, {}, 200],
  ] as const)('S-23 %s at its own edge', async (_, row, max, seconds, options: CallOptions, status) => {
    clock = Math.ceil(clock / 3_600_000 + 1) * 3_600_000;
    const as = tenant.profiles.super_admin;
    const statuses: number[] = [];
    for (let n = 0; n <= max; n++) statuses.push((await harness.call(row, { as, body: {}, ...options })).status);
    expect(statuses).toEqual([...Array(max).fill(status), 429]);
    const stopped = await harness.call(row, { as, body: {}, ...options });
    expect(stopped.headers['retry-after']).toBe(String(seconds));
    clock += seconds * 1000;
    expect((await harness.call(row, { as, body: {}, ...options })).status).toBe(status);
  });

  const writing = allEndpoints().filter(({ row }) => row.may !== 'public' && row.method !== 'GET');

  it.each(writing)('S-26 $name takes no body that is too large, too deep, no object, or no JSON', async ({ row }) => {
    clock += 60_000;
    const as = Object.values(tenant.profiles).find((one) => row.may !== 'public' && can(one, row.may));
    const before = await tableDigest(harness.client, harness.tableName, (pk) => !pk.startsWith('RATE#'));
    const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const bodies: [string, string, number][] = [
      [JSON.stringify({ ...exampleCustomer(), padding: 'x'.repeat(256 * 1024) }), 'application/json', 413],
      [deep(21), 'application/json', 400],
      ['[]', 'application/json', 400],
      ['"text"', 'application/json', 400],
      ['{"first_name":', 'application/json', 400],
      ['{}', 'text/plain', 415],
      ['first_name=Ann', 'application/x-www-form-urlencoded', 415],
    ];
    for (const [rawBody, type, status] of bodies) {
      const options = { as: as ?? 'nobody', params: { id: nowhere }, rawBody, headers: { 'content-type': type } };
      const answer = await harness.call(row, options as CallOptions);
      expect([rawBody.slice(0, 20), answer.status]).toEqual([rawBody.slice(0, 20), status]);
    }
    expect(await tableDigest(harness.client, harness.tableName, (pk) => !pk.startsWith('RATE#'))).toBe(before);
  });
});
