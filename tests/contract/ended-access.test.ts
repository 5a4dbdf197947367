import { describe, expect, it } from 'vitest';
import { routes } from '#infra/routes.ts';
import { everyParam, staffRows } from '#tests/support/calls/rows.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { long } from '#tests/support/test-length.ts';

const nowhere = '0190a000-0000-7000-8000-000000000000';
const hour = 3_600_000;

const functionOf = new Map(routes().map(({ endpoint, functionName }) => [endpoint, functionName]));
/**
 * What a function remembers of its callers it remembers for all of its calls: of each Lambda function one call that may go
 * by what is remembered, and one that may not (`fresh`).
 */
const oneOfEach = [
  ...new Map(staffRows.map((one) => [`${functionOf.get(one.name)} ${one.row.skipActorCache ?? false}`, one])).values(),
];

const { harness, tenant } = await startHarnessWithTenant();

describe('S-05 every call of somebody whose access has ended', () => {
  const answers = async (session?: string): Promise<Map<string, number>> => {
    const found = new Map<string, number>();
    for (const { name, row } of long ? staffRows : oneOfEach) {
      const options = { as: tenant.profiles.super_admin, ...(session ? { session } : {}) };
      const body = row.method === 'GET' ? {} : { body: {} };
      const answer = await harness.call(row, { ...options, params: everyParam(row, nowhere), ...body });
      found.set(name, answer.status);
    }
    return found;
  };
  const other = (found: Map<string, number>, status: number) => [...found].filter(([, given]) => given !== status);
  const later = (): void => {
    const then = harness.state.now().getTime() + 60_001;
    harness.state.now = () => new Date(then);
  };

  it('is refused at once where much is answered: files, and what is put on record because it is shown', () => {
    const much = staffRows.filter(
      ({ row }) =>
        ('kind' in row.response && row.response.kind === 'file') ||
        row.auditActions?.some((deed) => /_revealed$|\.exported$/.test(deed)) ||
        row.auditActions?.includes('ssn.revealed'),
    );
    expect(much.length).toBeGreaterThan(12);
    expect(much.filter(({ row }) => !row.skipActorCache).map(({ name }) => name)).toEqual([]);
  });

  it('is refused a minute later, whichever it is: signed out everywhere, and then deactivated', async () => {
    // Everything is asked while it may be: each function remembers who that was.
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
