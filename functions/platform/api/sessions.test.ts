import { beforeEach, describe, expect, it } from 'vitest';
import { ssnEndpoints } from '#domain/cases/ssn.endpoints.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { exampleCustomer } from '#tests/support/records/customers.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const email = (name: string): string => `${name}@example.com`;

const harness = await openHarness();

describe('S-05 end of sessions', () => {
  let here: Tenant;
  let count = 0;
  beforeEach(async () => {
    here = await harness.addTenant(`sessions-${++count}`);
    harness.state.hasAuthenticator = false;
    harness.state.endedWith.length = 0;
  });

  const signedIn = (seconds: number): string => String(Math.floor(Date.now() / 1000) + seconds);
  const list = async (as: Profile, session: string) =>
    (await harness.call(customerEndpoints.list, { as, session })).status;
  const confirm = async (as: Profile, session: string) =>
    (await harness.call(accountEndpoints.confirmSecondFactor, { as, session, params: { id: as.id } })).body;
  const policy = (second_factor: string) =>
    harness.call(organizationEndpoints.update, { as: here.profiles.super_admin, body: { second_factor } });

  it('F1 S-08 rejects a password-only session once the owner sets up an app', async () => {
    const { super_admin: owner, funeral_home_admin: victim } = here.profiles;
    harness.state.hasAuthenticator = true;
    await confirm(owner, signedIn(-500));
    await confirm(owner, signedIn(100));
    await harness.call(organizationEndpoints.update, {
      as: owner,
      session: signedIn(100),
      body: { second_factor: 'administrators' },
    });
    harness.state.hasAuthenticator = false;

    const attacker = signedIn(-60);
    expect(await list(victim, attacker)).toBe(403);
    harness.state.hasAuthenticator = true;
    expect(await confirm(victim, attacker)).toEqual({ confirmed: false, sign_in_again: true });
    expect(harness.state.endedWith).toHaveLength(3 - 1);
    expect(await list(victim, attacker)).toBe(401);
    expect((await confirm(victim, attacker)).detail).toBe('No authentication session found');
    const next = signedIn(2);
    expect(await confirm(victim, next)).toEqual({ confirmed: true, sign_in_again: false });
    expect(await list(victim, next)).toBe(200);
  });

  it('S-08 an app that was reset counts only for later sign-ins', async () => {
    const { funeral_home_admin: admin } = here.profiles;
    harness.state.hasAuthenticator = true;
    await confirm(admin, signedIn(-500));
    await confirm(admin, signedIn(2));
    harness.state.hasAuthenticator = false;
    expect(await confirm(admin, signedIn(2))).toEqual({ confirmed: false, sign_in_again: false });
    const between = signedIn(3);
    harness.state.hasAuthenticator = true;
    expect(await confirm(admin, between)).toEqual({ confirmed: false, sign_in_again: true });
  });

  it.each([
    [
      'a new password',
      (as: Profile, session: string) => {
        const body = { current_password: harness.state.currentPassword, new_password: 'Slow-River-77' };
        return harness.call(accountEndpoints.updatePassword, { as, session, params: { id: as.id }, body });
      },
    ],
    [
      'signing out everywhere',
      (as: Profile, session: string) =>
        harness.call(accountEndpoints.signOutEverywhere, { as, session, params: { id: as.id } }),
    ],
  ])('F3 %s ends every other session, in the product and in the user pool', async (_, end) => {
    const { coordinator } = here.profiles;
    const [intruder, own] = [signedIn(-600), signedIn(-60)];
    expect(await list(coordinator, intruder)).toBe(200);
    expect((await end(coordinator, own)).status).toBe(200);
    // Writes fail at once everywhere; reads follow within a minute, here in a new environment.
    const create = { as: coordinator, session: intruder, body: exampleCustomer() };
    expect((await harness.call(customerEndpoints.create, create)).status).toBe(401);
    harness.restart();
    expect([await list(coordinator, intruder), await list(coordinator, own)]).toEqual([401, 401]);
    expect(harness.state.endedWith).toHaveLength(1);
    expect(await list(coordinator, signedIn(0))).toBe(200);
  });

  it('a wrong current password ends no session', async () => {
    const { coordinator } = here.profiles;
    const own = signedIn(-60);
    const body = { current_password: 'Wrong-1234', new_password: 'Slow-River-77' };
    const options = { as: coordinator, session: own, params: { id: coordinator.id }, body };
    expect((await harness.call(accountEndpoints.updatePassword, options)).status).toBe(400);
    expect(await list(coordinator, own)).toBe(200);
  });

  it('restored access restores no session', async () => {
    const { super_admin: owner, coordinator } = here.profiles;
    const session = signedIn(-60);
    const params = { id: coordinator.id };
    await harness.call(teamEndpoints.deactivateMember, { as: owner, params });
    expect(await list(coordinator, session)).toBe(403);
    await harness.call(teamEndpoints.reactivateMember, { as: owner, params });
    expect(await list(coordinator, session)).toBe(401);
    expect(await list(coordinator, signedIn(1))).toBe(200);
  });

  it('fewer permissions end the sessions, more do not', async () => {
    const { super_admin: owner, coordinator } = here.profiles;
    const session = signedIn(-60);
    const become = (role: string) =>
      harness.call(teamEndpoints.changeMember, { as: owner, params: { id: coordinator.id }, body: { role } });
    await become('funeral_director');
    expect(await list(coordinator, session)).toBe(200);
    await become('office_staff');
    expect(await list(coordinator, session)).toBe(401);
  });

  describe('F2 instance that still caches a removed member', () => {
    /** Another instance changed the member; this one caches the old state for a minute. */
    const elsewhere = async (member: Profile, change: Partial<Profile>) => {
      const { team } = harness.databaseOf(here.id);
      await harness.databaseOf(here.id).commit([team.changeMember(member, { ...member, ...change })]);
    };
    const rogue = () => here.profiles.super_admin;
    const session = signedIn(-60);

    it('the removed member can change, reveal and export nothing', async () => {
      expect(await list(rogue(), session)).toBe(200);
      await elsewhere(rogue(), { status: 'deactivated' });
      const own = { as: rogue(), session, params: { id: rogue().id } };
      const invited = { email: email('backdoor'), role: 'super_admin' };
      const answers = [
        await harness.call(teamEndpoints.invite, { ...own, body: invited }),
        await harness.call(teamEndpoints.changeMember, { ...own, body: { role: 'super_admin' } }),
        await harness.call(customerEndpoints.create, { ...own, body: exampleCustomer() }),
        await harness.call(userProfileEndpoints.update, { ...own, body: { first_name: 'Still' } }),
        await harness.call(customerEndpoints.export, { as: rogue(), session }),
        await harness.call(ssnEndpoints.retrieve, { as: rogue(), session, params: { id: here.home.id } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
      expect(await harness.databaseOf(here.id).team.invitations()).toEqual([]);
    });

    it('a changed role is applied on retry', async () => {
      const { funeral_home_admin: admin } = here.profiles;
      expect(await list(admin, session)).toBe(200);
      await elsewhere(admin, { role: 'office_staff' });
      const create = { as: admin, session, body: exampleCustomer() };
      // Office staff may do this, and it happens once.
      expect((await harness.call(customerEndpoints.create, create)).status).toBe(201);
      expect((await harness.call(organizationEndpoints.update, { as: admin, body: { name: 'Mine' } })).status).toBe(
        403,
      );
    });

    it('an ended session writes nothing', async () => {
      const { coordinator } = here.profiles;
      expect(await list(coordinator, session)).toBe(200);
      await elsewhere(coordinator, { sessions_since: Math.floor(Date.now() / 1000) });
      const create = { as: coordinator, session, body: exampleCustomer() };
      expect((await harness.call(customerEndpoints.create, create)).status).toBe(401);
    });
  });

  it('F16 S-08 requires a second factor of all, including roles that can see SSNs', async () => {
    const { super_admin: owner, funeral_director: director, office_staff: office } = here.profiles;
    harness.state.hasAuthenticator = true;
    await confirm(owner, signedIn(-500));
    await confirm(owner, '4102444800');
    expect((await policy('everybody')).status).toBe(200);
    for (const as of [director, office]) expect(await list(as, signedIn(-60))).toBe(403);
  });
});
