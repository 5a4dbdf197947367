import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPolicyActions, type PolicyAction, type PolicyActor, refusalFor } from '#domain/access/policies.ts';
import { can, roles } from '#domain/access/roles.ts';
import type { Profile } from '#functions/records/organizations/organizations.ts';
import { exampleOf, worldIn } from '#tests/support/calls/examples.ts';
import { staffRows } from '#tests/support/calls/rows.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import type { World } from '#tests/support/records/example-records.ts';
import { staffOf, type Tenant } from '#tests/support/tenants.ts';

const asking = staffRows.flatMap(({ name, row }) => (row.policy ? [{ name, row, policy: row.policy }] : []));

/** Asked within another call of the contract. */
const within: PolicyAction[] = ['member:give-role'];

const actorOf = ({ id, role, funeral_home_id: homeId }: Profile): PolicyActor => ({ id, role, homeId });
const member = ({ id, role, funeral_home_id: homeId }: Profile) => ({ id, role, homeId });

type Resource<A extends PolicyAction> = Parameters<typeof refusalFor<A>>[2];

/** What the examples of each policy's rows are about, as the policy sees it. A policy without one does not compile. */
const resources: { [A in PolicyAction]: (tenant: Tenant) => Resource<A> } = {
  'home:edit': ({ home }) => ({ homeId: home.id }),
  'price-list:change': ({ home }) => ({ homeId: home.id, isInForce: false }),
  'managed-form:change': ({ home }) => ({ homeId: home.id, status: 'published', action: 'unpublish' }),
  'member:manage': ({ profiles }) => member(profiles.coordinator),
  'member:give-role': () => ({ role: 'coordinator' }),
  'member:deactivate': ({ profiles }) => member(profiles.office_staff),
  'member:reactivate': ({ profiles }) => member(profiles.funeral_director),
  'member:reset-authenticator': ({ profiles }) => ({ ...member(profiles.funeral_home_admin), status: 'active' }),
  'profile:edit': ({ profiles }) => member(profiles.coordinator),
  'account:change': ({ profiles }) => profiles.super_admin,
  'submission:edit': () => ({ status: 'new' }),
  'submission:delete': () => ({ status: 'new' }),
  'first-call:edit': () => ({ status: 'active' }),
  'first-call:delete': () => ({ status: 'active' }),
  'case:edit': () => ({ status: 'draft' }),
  'case:activate': () => ({ status: 'draft' }),
  'case:complete': () => ({ status: 'active' }),
  'case:cancel': () => ({ status: 'draft' }),
  'case:reopen': () => ({ status: 'cancelled' }),
  'case:delete': () => ({ status: 'draft', hasPayments: false, byForce: false }),
  'payment:record': () => ({ status: 'draft' }),
  'payment:correct': () => ({ kind: 'payment', status: 'recorded' }),
  'payment:void': () => ({ kind: 'payment', status: 'recorded', hasReturns: false }),
  'payment:return': () => ({ kind: 'payment', status: 'recorded' }),
  'statement:finalize': () => ({ status: 'draft' }),
  'statement:accept': () => ({ status: 'final' }),
  'document:delete': ({ profiles }) => ({ addedBy: profiles.office_staff.id }),
  'permit:edit': () => ({ status: 'draft' }),
  'envelope:send': () => ({ caseStatus: 'active' }),
  'envelope:edit': () => ({ status: 'draft' }),
  'envelope:resend': () => ({ status: 'sent' }),
  'envelope:void': () => ({ status: 'sent' }),
  'envelope:delete': () => ({ status: 'draft' }),
  'calendar-feed:revoke': ({ profiles }) => ({ profileId: profiles.super_admin.id }),
  'history:forget': () => ({ isThere: false, history: [{ action: 'customer.deleted', at: '' }], now: new Date() }),
};
const refusalOf = <A extends PolicyAction>(policy: A, actor: PolicyActor, tenant: Tenant) =>
  refusalFor(actor, policy, resources[policy](tenant));

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
        const refusal = refusalOf(policy, actorOf(as), there.tenant);
        if (refusal) expect(status, text).toBe(refusal.kind === 'forbidden' ? 403 : 409);
        else expect([200, 201], text).toContain(status);
      },
    );
  });
});
