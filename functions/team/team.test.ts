import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commonPassword } from '#domain/shared/values/password.ts';
import { invitationEndpoints, teamEndpoints } from '#domain/team/team.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import { onAuthenticatorResetMail } from '#functions/emails/staff-emails.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import type { Mail } from '#functions/platform/adapters/mailer.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { createSecondFactorRepository } from '#functions/team/repository/second-factor.ts';
import { createTeamRepository } from '#functions/team/repository/team.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { mailInvitation, mailSites } from '#tests/support/records/invitations.ts';
import type { Tenant } from '#tests/support/tenants.ts';

describe('the team', () => {
  let harness: Harness;
  let here: Tenant;
  beforeAll(async () => {
    harness = await startHarness();
    here = await harness.addTenant('team-home');
  });
  afterAll(() => harness.close());

  const owner = (): Profile => here.profiles.super_admin;
  const invite = (body: object, as = owner()) => harness.call(teamEndpoints.invite, { as, body });

  type Row = Parameters<Harness['call']>[0];
  const on = (row: Row, id: unknown, body?: object, as = owner()) =>
    harness.call(row, { as, params: { id: String(id) }, ...(body && { body }) });
  const deliver = async (id: unknown): Promise<string> => (await mailInvitation(harness, here.id, String(id))).token;
  const accept = (token: string, body: object = {}) =>
    harness.call(invitationEndpoints.accept, {
      params: { token },
      body: {
        ...{ first_name: 'Nora', last_name: 'Quill', password: 'Long-enough-1', confirm_password: 'Long-enough-1' },
        ...body,
      },
    });

  it('leads from an invitation and its email to a member who can work', async () => {
    const invited = await invite({ email: ' Nora.Quill@example.com ', role: 'coordinator' });
    expect(invited.status).toBe(201);
    expect(invited.body).toMatchObject({ email: 'nora.quill@example.com', status: 'pending', sent_at: null });
    const { token, mails } = await mailInvitation(harness, here.id, String(invited.body.id));
    expect(mails[0]?.to).toEqual(['nora.quill@example.com']);
    const offer = await harness.call(invitationEndpoints.get, { params: { token } });
    expect(offer.body).toMatchObject({
      email: 'nora.quill@example.com',
      role: 'coordinator',
      organization_name: 'Organization team-home',
    });
    expect((await accept(token)).status).toBe(201);
    expect((await accept(token)).body).toEqual({ detail: teamMessages.invitationUsed });
    const sub = harness.state.users.get('nora.quill@example.com')?.sub ?? '';
    const me = await harness.call(userProfileEndpoints.currentUser, { as: { ...owner(), sub } });
    expect(me.body).toMatchObject({ first_name: 'Nora', role: 'coordinator', onboarding_completed: false });
    expect((await harness.call(teamEndpoints.pendingCount, { as: owner() })).body).toEqual({ count: 0 });
  });

  it('S-21 answers 404 to guesses, and 410 with the reason to an ended link', async () => {
    expect((await accept('A'.repeat(43))).status).toBe(404);
    const { body: late } = await invite({ email: 'late@example.com', role: 'office_staff' });
    const lateToken = await deliver(late.id);
    harness.state.now = () => new Date(Date.now() + 8 * 24 * 3600_000);
    expect((await accept(lateToken)).body).toEqual({ detail: teamMessages.invitationExpired });
    const listed = await harness.call(teamEndpoints.invitations, { as: owner() });
    const rows = listed.body.results as unknown as { email: string; status: string }[];
    expect(rows.find(({ email }) => email === 'late@example.com')?.status).toBe('expired');
    // An address with an expired invitation can be invited again.
    expect((await invite({ email: 'late@example.com', role: 'office_staff' })).status).toBe(201);
    harness.state.now = () => new Date();
    const { body: withdrawn } = await invite({ email: 'withdrawn@example.com', role: 'office_staff' });
    const token = await deliver(withdrawn.id);
    expect((await on(teamEndpoints.cancelInvitation, withdrawn.id)).body.status).toBe('cancelled');
    expect((await accept(token)).body).toEqual({ detail: teamMessages.invitationCancelled });
    expect((await invite({ email: 'withdrawn@example.com', role: 'office_staff' })).status).toBe(201);
  });

  it('leaves an address to the newer invitation when the expired one changes', async () => {
    const address = 'twice@example.com';
    const { body: old } = await invite({ email: address, role: 'office_staff' });
    harness.state.now = () => new Date(Date.now() + 8 * 24 * 3600_000);
    const { body: newer } = await invite({ email: address, role: 'coordinator' });
    expect((await on(teamEndpoints.resendInvitation, old.id)).body).toEqual({ email: [teamMessages.alreadyInvited] });
    expect((await on(teamEndpoints.cancelInvitation, old.id)).body.status).toBe('cancelled');
    const third = await invite({ email: address, role: 'coordinator' });
    expect(third.body).toEqual({ email: [teamMessages.alreadyInvited] });
    const late = await invite({ email: 'joined@example.com', role: 'office_staff' });
    harness.state.now = () => new Date(Date.now() + 16 * 24 * 3600_000);
    const { body: next } = await invite({ email: 'joined@example.com', role: 'office_staff' });
    expect((await accept(await deliver(next.id))).status).toBe(201);
    expect((await on(teamEndpoints.resendInvitation, late.body.id)).body).toEqual({
      email: [teamMessages.alreadyMember],
    });
    harness.state.now = () => new Date();
    expect(newer.status).toBe('pending');
  });

  it('rejects a member, an invited person, and a weak or unconfirmed password', async () => {
    const asked = async (email: string) => (await invite({ email, role: 'coordinator' })).body;
    expect(await asked(owner().email)).toEqual({ email: [teamMessages.alreadyMember] });
    const body = await asked('double@example.com');
    expect(await asked('double@example.com')).toEqual({ email: [teamMessages.alreadyInvited] });
    expect(await asked('nobody')).toEqual({ email: ['Please enter a valid email address'] });
    const token = await deliver(body.id);
    const known = { password: 'Thunder1', confirm_password: 'Thunder1' };
    expect((await accept(token, known)).body).toEqual({ password: [commonPassword] });
    const unlike = await accept(token, { confirm_password: 'Other-1-long' });
    expect(unlike.body).toEqual({ confirm_password: ['Passwords do not match'] });
  });

  it('adopts a sign-in of an earlier, interrupted acceptance', async () => {
    const { body } = await invite({ email: 'halfway@example.com', role: 'coordinator' });
    const token = await deliver(body.id);
    harness.state.users.set('halfway@example.com', { sub: 'left-behind', password: undefined, enabled: true });
    expect((await accept(token)).status).toBe(201);
    const user = harness.state.users.get('halfway@example.com');
    expect(user).toMatchObject({ sub: 'left-behind', password: 'Long-enough-1' });
  });

  it('S-03 lets administrators manage only their own home, and never an owner', async () => {
    const other = await harness.addTenant('other-organization');
    const { funeral_home_admin: admin, coordinator: member } = here.profiles;
    const clerk = { role: 'office_staff' };
    const change = ({ id }: Profile, body: object, as: Profile) => on(teamEndpoints.changeMember, id, body, as);
    expect((await change(member, clerk, admin)).body).toMatchObject(clerk);
    expect((await change(owner(), clerk, admin)).status).toBe(403);
    expect((await change(member, { role: 'super_admin' }, admin)).status).toBe(403);
    expect((await invite({ email: 'boss@example.com', role: 'super_admin' }, admin)).status).toBe(403);
    expect((await change(other.profiles.coordinator, clerk, owner())).status).toBe(404);
    expect((await change(member, { funeral_home: other.home.id }, owner())).status).toBe(400);
  });

  it('keeps the last owner, also when two owners remove each other at once', async () => {
    const demote = (id: string, as: Profile) => on(teamEndpoints.changeMember, id, { role: 'coordinator' }, as);
    expect((await demote(owner().id, owner())).body).toEqual({ detail: teamMessages.lastOwner });
    const { funeral_director: second } = here.profiles;
    await on(teamEndpoints.changeMember, second.id, { role: 'super_admin' });
    harness.restart();
    const both = await Promise.all([demote(second.id, owner()), demote(owner().id, second)]);
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const members = await createTeamRepository(harness.table, keysOf(here.id)).members();
    expect(members.filter(({ role }) => role === 'super_admin')).toHaveLength(1);
  });

  it('S-05 ends a deactivated member’s sessions within a minute, and restores access', async () => {
    const tenant = await harness.addTenant('leaving-home');
    const { super_admin: boss, office_staff: leaver, coordinator: other } = tenant.profiles;
    const start = Date.now();
    harness.state.now = () => new Date(start);
    const me = (as: Profile) => harness.call(userProfileEndpoints.currentUser, { as });
    expect((await me(leaver)).status).toBe(200);
    const gone = await on(teamEndpoints.deactivateMember, leaver.id, undefined, boss);
    expect(gone.body.status).toBe('deactivated');
    const refused = await me(leaver);
    expect(refused.status).toBe(403);
    expect(refused.body.detail).toContain('Your access has ended.');

    // Another instance caches the member for up to a minute.
    expect((await me(other)).status).toBe(200);
    const team = createTeamRepository(harness.table, keysOf(tenant.id));
    const before = await team.requireMember(other.id);
    await harness.table.transact([team.changeMember(before, { ...before, status: 'deactivated' })]);
    expect((await me(other)).status).toBe(200);
    harness.state.now = () => new Date(start + 60_001);
    expect((await me(other)).status).toBe(403);

    await on(teamEndpoints.reactivateMember, leaver.id, undefined, boss);
    expect((await me(leaver)).status).toBe(200);
    harness.state.now = () => new Date();
    const self = await on(teamEndpoints.deactivateMember, boss.id, undefined, boss);
    expect(self.body).toEqual({ detail: teamMessages.notYourself });
  });

  it('lists the day a member was last seen, written once a day, and the use of an app', async () => {
    const tenant = await harness.addTenant('seen-home');
    const { super_admin: boss, coordinator: member } = tenant.profiles;
    const keys = keysOf(tenant.id);
    const listed = async () => {
      const { results } = (await harness.call(teamEndpoints.members, { as: boss })).body;
      const row = (results as { id: string }[]).find(({ id }) => id === member.id);
      return row as unknown as { last_seen_on: string | null; has_authenticator: boolean };
    };
    const me = () => harness.call(userProfileEndpoints.currentUser, { as: member });
    harness.state.now = () => new Date('2030-05-01T15:00:00Z');
    expect(await listed()).toMatchObject({ last_seen_on: null, has_authenticator: false });
    await me();
    expect(await listed()).toMatchObject({ last_seen_on: '2030-05-01' });

    const written = vi.spyOn(harness.table, 'update');
    harness.restart();
    // Late in the evening of the East Coast.
    harness.state.now = () => new Date('2030-05-02T03:00:00Z');
    await me();
    expect(written).not.toHaveBeenCalledWith(expect.objectContaining({ update: keys.profile(member.id) }));
    written.mockRestore();
    harness.restart();
    const seen = createSecondFactorRepository(harness.table, keys);
    await harness.table.transact([seen.begin(member.id, await seen.read(member.id), new Date())]);
    harness.state.now = () => new Date('2030-05-02T15:00:00Z');
    await me();
    expect(await listed()).toMatchObject({ last_seen_on: '2030-05-02', has_authenticator: true });
    const seenByStaff = await harness.call(teamEndpoints.members, { as: member });
    for (const row of seenByStaff.body.results as object[]) expect(row).not.toHaveProperty('last_seen_on');
    harness.state.now = () => new Date();
  });

  it('R-05 leaves the table consistent', async () => {
    expect(await harness.recount()).toEqual([]);
  });

  describe('resetting an authenticator app', () => {
    let here: Tenant;
    beforeAll(async () => {
      here = await harness.addTenant('reset-home');
    });
    const reset = (as: Profile, { id }: Profile) => on(teamEndpoints.resetAuthenticator, id, undefined, as);
    const events = async () =>
      (await harness.scan()).filter((item) => JSON.stringify(item).includes('member.authenticator-reset'));

    it("S-41 resets a managed member's app, audited and announced", async () => {
      const { funeral_home_admin: admin, coordinator: member } = here.profiles;
      const { status, body } = await reset(admin, member);
      expect([status, body.id, body.status]).toEqual([200, member.id, 'active']);
      const [entry] = await harness.databaseOf(here.id).audit.of('PROFILE', member.id);
      expect(entry).toMatchObject({ action: 'member.authenticator_reset', actor_id: admin.id, changes: [] });
      expect(await events()).toHaveLength(1);
      // Only the sign-in changes; the member's session continues.
      expect((await harness.call(userProfileEndpoints.currentUser, { as: member })).status).toBe(200);
    });

    it('S-03 lets only owners and administrators of the home reset, never themselves', async () => {
      const { super_admin: owner, funeral_home_admin: admin, funeral_director: director, coordinator } = here.profiles;
      const before = (await events()).length;
      expect((await reset(director, coordinator)).status).toBe(403);
      const upwards = await reset(admin, owner);
      expect([upwards.status, upwards.body]).toEqual([403, { detail: teamMessages.ownersAlone }]);
      const own = await reset(owner, owner);
      expect([own.status, own.body]).toEqual([409, { detail: teamMessages.ownAuthenticator }]);
      const other = await harness.addTenant('reset-elsewhere');
      expect((await reset(owner, other.profiles.coordinator)).status).toBe(404);
      await on(teamEndpoints.deactivateMember, coordinator.id, undefined, owner);
      const late = await reset(owner, coordinator);
      expect([late.status, late.body]).toEqual([409, { detail: teamMessages.notActive }]);
      expect(await events()).toHaveLength(before);
    });

    it('sends the member one email, however often its event arrives', async () => {
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
        ...{ id: crypto.randomUUID(), organization_id: here.id, occurred_at: new Date().toISOString() },
        ...{ request_id: 'request', payload: { profile_id: member.id } },
      };
      for (let n = 0; n < 3; n++) await worker({ envelope });
      expect(sent).toHaveLength(1);
      expect(sent[0]).toMatchObject({ to: [member.email], subject: 'Your authenticator app was turned off' });
      expect(sent[0]?.text).toContain('An administrator at Home of reset-home turned off');
      expect(sent[0]?.text).toContain('https://staff.example/profile');
      await worker({ envelope: { ...envelope, id: crypto.randomUUID(), payload: { profile_id: here.home.id } } });
      expect(sent).toHaveLength(1);
    });
  });
});
