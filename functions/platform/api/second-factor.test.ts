import { beforeEach, describe, expect, it } from 'vitest';
import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import { organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import { allEndpoints } from '#domain/registry/endpoints.ts';
import { administrators, type Role, roles } from '#domain/shared/access/roles.ts';
import { secondFactorMessages } from '#domain/shared/access/second-factor.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import { everyParam } from '#tests/support/calls/endpoints.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const areaOf = ({ name }: { name: string }): string => name.split('.')[0] ?? '';
const refusal = { detail: secondFactorMessages.required, code: 'second_factor_required' };
const staffEndpoints = allEndpoints().filter(({ endpoint }) => endpoint.permission !== 'public');
const someEndpoints = staffEndpoints.filter(
  ({ name }, n) => staffEndpoints.findIndex((one) => areaOf(one) === areaOf({ name })) === n,
);
const seen = { confirmed: true, sign_in_again: false };
const none = { confirmed: false, sign_in_again: false };
const nowhere = '0190a000-0000-7000-8000-000000000000';

const harness = await openHarness();

describe('S-08 organization that requires a second factor for administrators', () => {
  let here: Tenant;
  let count = 0;
  beforeEach(async () => {
    here = await harness.addTenant(`second-factor-${++count}`);
    harness.state.hasAuthenticator = true;
    harness.state.now = () => new Date();
    await haveApps();
  });

  /** Every user has an app, so each test sign-in was asked for a code. */
  const haveApps = async () => {
    const db = harness.databaseOf(here.id);
    const long = new Date('2025-12-01T00:00:00Z');
    const begun = Object.values(here.profiles).map(async ({ id }) =>
      db.secondFactor.begin(id, await db.secondFactor.read(id), long),
    );
    await db.commit(await Promise.all(begun));
  };

  /** Other functions may cache a member for a minute (S-05). */
  const aMinuteLater = () => {
    harness.state.now = () => new Date(Date.now() + 60_001);
  };
  const signedIn = (seconds: number): string => String(Math.floor(Date.now() / 1000) + seconds);
  const confirm = (as: Profile, session?: string) =>
    harness.call(accountEndpoints.confirmSecondFactor, {
      as,
      params: { id: as.id },
      ...(session ? { session } : {}),
    });
  const set = (second_factor: string, as = here.profiles.super_admin, more: object = {}) =>
    harness.call(organizationEndpoints.update, { as, body: { second_factor, ...more } });
  const switchOn = async () => {
    expect((await confirm(here.profiles.super_admin)).body).toEqual(seen);
    expect((await set('administrators')).body).toMatchObject({ second_factor: 'administrators', version: 2 });
  };
  const list = (as: Profile, session?: string) =>
    harness.call(submissionEndpoints.list, { as, ...(session ? { session } : {}) });
  const stateOf = async (as: Profile, session?: string) =>
    (await harness.call(userProfileEndpoints.currentUser, { as, ...(session ? { session } : {}) })).body.second_factor;

  it('S-08 serves an administrator without a second factor only the two setup endpoints', async () => {
    await switchOn();
    harness.state.hasAuthenticator = false;
    const { funeral_home_admin: admin } = here.profiles;
    const open = staffEndpoints.filter(({ endpoint }) => 'allowedBeforeMfa' in endpoint).map(({ name }) => name);
    expect(open).toEqual(['user-profiles.currentUser', 'account.confirmSecondFactor', 'account.signOutEverywhere']);
    for (const { name, endpoint } of staffEndpoints) {
      const { status, body } = await harness.call(endpoint, {
        as: admin,
        params: everyParam(endpoint, admin.id),
        body: {},
      });
      if (open.includes(name)) expect([name, status]).toEqual([name, 200]);
      else expect([name, status, body]).toEqual([name, 403, refusal]);
    }
    expect((await confirm(admin)).body).toEqual(none);
    expect(await stateOf(admin)).toBe('missing');
  });

  it.each(roles.filter((role) => !(administrators as readonly Role[]).includes(role)))(
    'S-08 requires nothing more of %s',
    async (role) => {
      await switchOn();
      const as = here.profiles[role];
      for (const { name, endpoint } of someEndpoints) {
        const { body } = await harness.call(endpoint, { as, params: { id: nowhere }, body: {} });
        expect([name, body.code]).toEqual([name, undefined]);
      }
      expect(await stateOf(as)).toBe('optional');
    },
  );

  it('S-08 accepts the administrator once the app is seen, in that session only', async () => {
    await switchOn();
    const { funeral_home_admin: admin } = here.profiles;
    const [one, two] = [signedIn(-60), signedIn(-30)];
    expect((await list(admin, one)).body).toEqual(refusal);
    await Promise.all([confirm(admin, one), confirm(admin, one)]);
    expect((await list(admin, one)).status).toBe(200);
    expect((await list(admin, two)).body).toEqual(refusal);
    expect(await stateOf(admin, two)).toBe('missing');
    await confirm(admin, two);
    expect([(await list(admin, one)).status, (await list(admin, two)).status]).toEqual([200, 200]);
    expect(await stateOf(admin, two)).toBe('confirmed');
  });

  it('S-08 does not cache a missing factor: a confirmation elsewhere counts at once', async () => {
    await switchOn();
    const { funeral_home_admin: admin } = here.profiles;
    const session = signedIn(-60);
    expect((await list(admin, session)).status).toBe(403);
    const db = harness.databaseOf(here.id);
    const read = await db.secondFactor.read(admin.id);
    await db.commit([db.secondFactor.confirm(admin.id, read, session)]);
    expect((await list(admin, session)).status).toBe(200);
  });

  it('S-08 confirms two sessions at once, and stores the last ten', async () => {
    const { super_admin: owner } = here.profiles;
    const sessions = Array.from({ length: 12 }, (_, n) => signedIn(n - 100));
    for (let at = 0; at < sessions.length; at += 3)
      await Promise.all(sessions.slice(at, at + 3).map((session) => confirm(owner, session)));
    const stored = (await harness.databaseOf(here.id).secondFactor.read(owner.id)).signIns.sessions;
    expect(stored).toHaveLength(10);
    expect(new Set(stored).size).toBe(10);
    expect([...stored].sort()).toEqual(expect.arrayContaining(sessions.slice(3)));
  });

  it('S-08 notices at the next sign-in that the app was turned off in Cognito', async () => {
    await switchOn();
    const { funeral_home_admin: admin } = here.profiles;
    await confirm(admin, signedIn(-60));
    harness.state.hasAuthenticator = false;
    const next = signedIn(-10);
    expect((await list(admin, next)).body).toEqual(refusal);
    expect((await confirm(admin, next)).body).toEqual(none);
    expect((await list(admin, next)).body).toEqual(refusal);
    // The session that turned it off becomes invalid too.
    aMinuteLater();
    expect((await list(admin, signedIn(-60))).body).toEqual(refusal);
  });

  it('S-08 drops earlier confirmations when a colleague resets the app', async () => {
    await switchOn();
    const { super_admin: owner, funeral_home_admin: admin } = here.profiles;
    const session = signedIn(-60);
    await confirm(admin, session);
    expect((await list(admin, session)).status).toBe(200);
    await harness.call(teamEndpoints.resetAuthenticator, { as: owner, params: { id: admin.id } });
    aMinuteLater();
    expect((await list(admin, session)).status).toBe(401);
    // The user pool still reports the old app.
    expect((await confirm(admin, session)).status).toBe(401);
    // Signed in without a code, then with one of a new app.
    expect((await confirm(admin, signedIn(5))).body).toEqual({ confirmed: false, sign_in_again: true });
    expect((await confirm(admin, signedIn(90))).body).toEqual(seen);
  });

  it('S-08 requires a second factor of new administrators', async () => {
    await switchOn();
    const { super_admin: owner, coordinator } = here.profiles;
    expect((await list(coordinator)).status).toBe(200);
    const change = { as: owner, params: { id: coordinator.id }, body: { role: 'funeral_home_admin' } };
    await harness.call(teamEndpoints.changeMember, change);
    aMinuteLater();
    expect((await list(coordinator)).body).toEqual(refusal);
  });

  it('S-08 does not confirm a token without auth_time', async () => {
    await switchOn();
    const { super_admin: owner } = here.profiles;
    const claims = { sub: owner.sub, token_use: 'access', client_id: harness.clientId };
    expect((await harness.call(submissionEndpoints.list, { as: { claims } })).body).toEqual(refusal);
    const own = { as: { claims }, params: { id: owner.id } };
    expect((await harness.call(accountEndpoints.confirmSecondFactor, own)).status).toBe(401);
  });

  it('S-05 applies elsewhere within a minute of being switched on', async () => {
    const { funeral_home_admin: admin, super_admin: owner } = here.profiles;
    await confirm(owner);
    expect((await list(admin)).status).toBe(200);
    const db = harness.databaseOf(here.id);
    const organization = await db.organizations.organization();
    if (!organization) throw new Error('no organization');
    const next = { ...organization, second_factor: 'administrators' as const, version: 2 };
    await db.commit([db.organizations.changeOrganization(organization, next)]);
    expect((await list(admin)).status).toBe(200);
    harness.state.now = () => new Date(Date.now() + 61_000);
    expect((await list(admin)).body).toEqual(refusal);
  });
});
