import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { can, type Permission, roles } from '#domain/access/roles.ts';
import { isJson } from '#domain/contract/bodies.ts';
import { everyParam, idPlaces, staffRows } from '#tests/support/calls/rows.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { showApp } from '#tests/support/records/archives.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const nowhere = '0190a000-0000-7000-8000-000000000000';
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(staffRows)('$name', ({ row }) => {
  let harness: Harness;
  let tenant: Tenant;
  beforeAll(async () => {
    ({ harness, tenant } = await started());
  });

  it.each(roles)('S-03 is for %s as the table of roles says; who is refused is logged', async (role) => {
    const as = tenant.profiles[role];
    // What is the caller's own to do is asked about the caller.
    const isOwn = idPlaces(row).some(({ kind }) => kind === 'self');
    if (row.freshSecondFactor) await showApp(harness, as);
    const before = harness.state.logs.length;
    const { status } = await harness.call(row, { as, params: everyParam(row, isOwn ? as.id : nowhere), body: {} });
    const allowed = can({ role }, row.may as Permission);
    expect(status === 403, `${status}`).toBe(!allowed);
    // A form with a file is looked at for its type before anything of it is read.
    const malformed = row.body && !isJson(row.body) ? [415] : [];
    if (allowed) return expect([200, 201, 400, 404, 409, ...malformed]).toContain(status);
    const lines = harness.state.logs.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toMatchObject([
      {
        ...{ message: 'refused', status: 403, reason: `needs ${row.may}`, route: `${row.method} ${row.path}` },
        ...{ organization_id: tenant.id, actor_id: as.id, timestamp: expect.stringMatching(instant) },
      },
    ]);
  });
});

let running: Promise<{ harness: Harness; tenant: Tenant }> | undefined;
const started = () => {
  running ??= startHarness().then(async (harness) => ({ harness, tenant: await harness.addTenant('whitcomb-ames') }));
  return running;
};
afterAll(async () => (await running)?.harness.close());
