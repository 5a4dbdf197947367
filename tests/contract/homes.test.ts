import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namedEndpoints } from '#tests/support/calls/endpoints.ts';
import { type EndpointName, exampleOf, worldIn } from '#tests/support/calls/examples.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import type { World } from '#tests/support/records/example-records.ts';
import { staffOf } from '#tests/support/tenants.ts';

/** Calls that administrators make for their own location only. */
const ofOneHome: readonly EndpointName[] = [
  ...(['funeral-homes.update', 'funeral-homes.previewCaseNumbering', 'funeral-homes.updateCaseNumbering'] as const),
  ...(['price-lists.create', 'price-lists.update', 'price-lists.delete', 'price-lists.putInForce'] as const),
  ...(['managed-forms.create', 'managed-forms.update', 'managed-forms.publish', 'managed-forms.archive'] as const),
  'managed-forms.unpublish',
  ...(['team.changeMember', 'team.deactivateMember', 'team.reactivateMember', 'team.resetAuthenticator'] as const),
  ...(['team.invite', 'team.resendInvitation', 'team.cancelInvitation', 'user-profiles.update'] as const),
];

describe('S-03 another location of the organization', () => {
  let harness: Harness;
  let there: World;
  let here: World;
  beforeAll(async () => {
    harness = await startHarness();
    here = await worldIn(harness, 'whitcomb-ames');
    const home = { ...here.tenant.home, id: crypto.randomUUID(), slug: 'northside', name: 'Northside' };
    const profiles = staffOf(here.tenant.id, home.id, 'northside');
    const db = harness.databaseOf(here.tenant.id);
    await db.commit([
      ...db.organizations.putHome(home),
      ...Object.values(profiles).flatMap((one) => db.organizations.putProfile(one)),
    ]);
    there = { ...here, tenant: { ...here.tenant, home, profiles } };
  });
  afterAll(() => harness.close());

  it.each(ofOneHome)(
    "S-03 rejects its administrator's %s for the other location, and accepts the owner's",
    async (name) => {
      const endpoint = namedEndpoints.find((one) => one.name === name)?.endpoint;
      if (!endpoint) throw new Error(`${name} is no call`);
      const { as: _owner, ...example } = await exampleOf(name, there);
      const refused = await harness.call(endpoint, { ...example, as: here.tenant.profiles.funeral_home_admin });
      expect(refused.status, refused.text).toBe(403);
      const done = await harness.call(endpoint, { ...example, as: here.tenant.profiles.super_admin });
      expect(done.status, done.text).toBeLessThan(300);
    },
  );
});
