import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import type { Mail } from '#functions/adapters/mailer.ts';
import type { Profile } from '#functions/records/organizations/organizations.ts';
import { onAuthenticatorResetMail } from '#functions/workers/notify/on-authenticator-reset.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { mailSites } from '#tests/support/records/invitations.ts';
import type { Tenant } from '#tests/support/tenants.ts';

describe('a lost authenticator app', () => {
  let harness: Harness;
  let here: Tenant;
  beforeAll(async () => {
    harness = await startHarness();
    here = await harness.addTenant('reset-home');
  });
  afterAll(() => harness.close());
  const reset = (as: Profile, { id }: Profile) =>
    harness.call(teamEndpoints.resetAuthenticator, { as, params: { id } });
  const events = async () =>
    (await harness.scan()).filter((item) => JSON.stringify(item).includes('member.authenticator-reset'));

  it('S-41 is reset by who manages the member, on record and announced', async () => {
    const { funeral_home_admin: admin, coordinator: member } = here.profiles;
    const { status, body } = await reset(admin, member);
    expect([status, body.id, body.status]).toEqual([200, member.id, 'active']);
    const [entry] = await harness.databaseOf(here.id).audit.of('PROFILE', member.id);
    expect(entry).toMatchObject({ action: 'member.authenticator_reset', actor_id: admin.id, changes: [] });
    expect(await events()).toHaveLength(1);
    // The member works on: only the sign-in changes.
    expect((await harness.call(userProfileEndpoints.currentUser, { as: member })).status).toBe(200);
  });

  it('S-03 is nobody’s to reset but an owner’s or an administrator’s of the same home, and never one’s own', async () => {
    const { super_admin: owner, funeral_home_admin: admin, funeral_director: director, coordinator } = here.profiles;
    const before = (await events()).length;
    expect((await reset(director, coordinator)).status).toBe(403);
    const upwards = await reset(admin, owner);
    expect([upwards.status, upwards.body]).toEqual([403, { detail: teamMessages.ownersAlone }]);
    const own = await reset(owner, owner);
    expect([own.status, own.body]).toEqual([409, { detail: teamMessages.ownAuthenticator }]);
    const other = await harness.addTenant('reset-elsewhere');
    expect((await reset(owner, other.profiles.coordinator)).status).toBe(404);
    await harness.call(teamEndpoints.deactivateMember, { as: owner, params: { id: coordinator.id } });
    const late = await reset(owner, coordinator);
    expect([late.status, late.body]).toEqual([409, { detail: teamMessages.notActive }]);
    expect(await events()).toHaveLength(before);
  });

  it('is told to the member by one mail, however often its event comes', async () => {
    const { funeral_director: member } = here.profiles;
    const sent: Mail[] = [];
    const worker = onAuthenticatorResetMail({
      table: harness.table,
      mailer: { send: async (mail) => void sent.push(mail) },
      now: () => new Date(),
      leaseSeconds: 30,
      ...mailSites,
    });
    const envelope = {
      id: crypto.randomUUID(),
      organization_id: here.id,
      occurred_at: new Date().toISOString(),
      request_id: 'request',
      payload: { profile_id: member.id },
    };
    for (let n = 0; n < 3; n++) await worker({ envelope });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: [member.email], subject: 'Your authenticator app was turned off' });
    expect(sent[0]?.text).toContain('An administrator of Home of reset-home has turned off');
    expect(sent[0]?.text).toContain('https://staff.example/profile');
    await worker({ envelope: { ...envelope, id: crypto.randomUUID(), payload: { profile_id: here.home.id } } });
    expect(sent).toHaveLength(1);
  });
});
