import { describe, expect, it } from 'vitest';
import { routes } from '#infra/routes.ts';
import { everyParam, staffEndpoints } from '#tests/support/calls/endpoints.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { long } from '#tests/support/test-length.ts';

const nowhere = '0190a000-0000-7000-8000-000000000000';
const hour = 3_600_000;

const functionOf = new Map(routes().map(({ endpoint, functionName }) => [endpoint, functionName]));
/**
 * A function caches callers for all of its calls: one call per Lambda function that may use the cache, and one that
 * may not.
 */
const oneOfEach = [
  ...new Map(
    staffEndpoints.map((one) => [`${functionOf.get(one.name)} ${one.endpoint.skipActorCache ?? false}`, one]),
  ).values(),
];

const { harness, tenant } = await startHarnessWithTenant();

describe('S-05 calls after access ended', () => {
  const answers = async (session?: string): Promise<Map<string, number>> => {
    const found = new Map<string, number>();
    for (const { name, endpoint } of long ? staffEndpoints : oneOfEach) {
      const options = { as: tenant.profiles.super_admin, ...(session ? { session } : {}) };
      const body = endpoint.method === 'GET' ? {} : { body: {} };
      const answer = await harness.call(endpoint, { ...options, params: everyParam(endpoint, nowhere), ...body });
      found.set(name, answer.status);
    }
    return found;
  };
  const other = (found: Map<string, number>, status: number) => [...found].filter(([, given]) => given !== status);
  const later = (): void => {
    const then = harness.state.now().getTime() + 60_001;
    harness.state.now = () => new Date(then);
  };

  it('fail at once for files and audited reveals', () => {
    const much = staffEndpoints.filter(
      ({ endpoint }) =>
        ('kind' in endpoint.response && endpoint.response.kind === 'file') ||
        endpoint.auditActions?.some((action) => /_revealed$|\.exported$/.test(action)) ||
        endpoint.auditActions?.includes('ssn.revealed'),
    );
    expect(much.length).toBeGreaterThan(12);
    expect(much.filter(({ endpoint }) => !endpoint.skipActorCache).map(({ name }) => name)).toEqual([]);
  });

  it('fail after a minute: signed out everywhere, then deactivated', async () => {
    // All calls are made first, so that each function caches the caller.
    const session = String(Math.floor(Date.now() / 1000) - 60);
    expect([...(await answers(session))].filter(([, status]) => status === 401)).toEqual([]);
    const { organizations } = harness.databaseOf(tenant.id);
    const owner = tenant.profiles.super_admin;
    const since = Math.floor((Date.now() + hour) / 1000);
    const db = harness.databaseOf(tenant.id);
    await db.commit(organizations.putProfile({ ...owner, sessions_since: since }));
    later();
    expect(other(await answers(session), 401)).toEqual([]);
    await db.commit(organizations.putProfile({ ...owner, status: 'deactivated' }));
    later();
    expect(other(await answers(), 403)).toEqual([]);
  });
});
