import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPolicyActions, type PolicyAction, type PolicyActor, refusalFor } from '#domain/access/policies.ts';
import { can, type Role, roles } from '#domain/access/roles.ts';
import type { Profile } from '#functions/records/organizations.ts';
import { exampleOf, type World, worldIn } from '#tests/support/examples.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { staffRows } from '#tests/support/rows.ts';
import { staffOf, type Tenant } from '#tests/support/tenants.ts';

const asking = staffRows.flatMap(({ name, row }) => (row.policy ? [{ name, row, policy: row.policy }] : []));

/** Asked within another call of the contract. */
const within: PolicyAction[] = ['member:give-role'];

const actorOf = ({ id, role, funeral_home_id: homeId }: Profile): PolicyActor => ({ id, role, homeId });
const member = ({ id, role, funeral_home_id: homeId }: Profile) => ({ id, role, homeId });

/** What the example of a row is about, as the policy sees it. */
const refusalOf = (name: string, policy: PolicyAction, actor: PolicyActor, { home, profiles }: Tenant) => {
  const of: Record<string, Role> = {
    'team.deactivateMember': 'office_staff',
    'team.reactivateMember': 'funeral_director',
  };
  const about = member(profiles[of[name] ?? 'coordinator']);
  switch (policy) {
    case 'home:edit':
      return refusalFor(actor, policy, { homeId: home.id });
    case 'member:reset-authenticator':
      return refusalFor(actor, policy, { ...member(profiles.funeral_home_admin), status: 'active' });
    case 'account:change':
      return refusalFor(actor, policy, profiles.super_admin);
    case 'submission:edit':
    case 'submission:delete':
      return refusalFor(actor, policy, { status: 'new' });
    case 'first-call:edit':
    case 'first-call:delete':
      return refusalFor(actor, policy, { status: 'active' });
    case 'case:edit':
    case 'case:activate':
    case 'case:cancel':
      return refusalFor(actor, policy, { status: 'draft' });
    case 'case:complete':
      return refusalFor(actor, policy, { status: 'active' });
    case 'case:reopen':
      return refusalFor(actor, policy, { status: 'cancelled' });
    case 'case:delete':
      return refusalFor(actor, policy, { status: 'draft', hasPayments: false, byForce: false });
    case 'member:give-role':
      return refusalFor(actor, policy, { role: 'coordinator' });
    default:
      return refusalFor(actor, policy, about);
  }
};

describe('S-03 policies', () => {
  let harness: Harness;
  let here: World;
  let there: World;
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
    // The other home of the same organization, with people of its own.
    there = { ...here, tenant: { ...here.tenant, home, profiles } };
  });
  afterAll(() => harness.close());

  it('are each asked by a call of the contract', () => {
    const asked = new Set([...asking.map(({ policy }) => policy), ...within]);
    expect([...asked].sort()).toEqual([...allPolicyActions].sort());
  });

  describe.each(asking)('$name asks $policy', ({ name, row, policy }) => {
    it.each(roles.filter((role) => row.may !== 'public' && can({ role }, row.may)))(
      'and answers %s of another home accordingly',
      async (role) => {
        const as = here.tenant.profiles[role];
        const { as: _owner, ...example } = await exampleOf(name, there);
        const { status, text } = await harness.call(row, { ...example, as });
        const refusal = refusalOf(name, policy, actorOf(as), there.tenant);
        if (refusal) expect(status, text).toBe(refusal.kind === 'forbidden' ? 403 : 409);
        else expect([200, 201], text).toContain(status);
      },
    );
  });
});
