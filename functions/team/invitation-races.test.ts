import { randomUUID as uuid } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { invitationEndpoints, teamEndpoints } from '#domain/team/team.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { mailInvitation } from '#tests/support/records/invitations.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const { harness, tenant } = await startHarnessWithTenant('racing-home');

describe('an invitation changed while its email is sent', () => {
  afterEach(() => vi.restoreAllMocks());
  const as = () => tenant.profiles.super_admin;
  const invite = async (email: string, inviter = as(), role = 'coordinator'): Promise<string> => {
    const made = await harness.call(teamEndpoints.invite, { as: inviter, body: { email, role } });
    return String(succeeded(made).body.id);
  };
  const mail = async (id: string): Promise<string> => (await mailInvitation(harness, tenant.id, id)).token;
  /** Sends the email just before the next commit of the API. */
  const mailMeanwhile = (id: string): { token: string } => {
    const sent = { token: '' };
    const transact = harness.table.transact.bind(harness.table);
    vi.spyOn(harness.table, 'transact').mockImplementationOnce(async (writes) => {
      sent.token = await mail(id);
      await transact(writes);
    });
    return sent;
  };
  const person = { first_name: 'New', last_name: 'Comer', password: 'Slow-River-77' };
  const accept = (token: string, body: object = person) =>
    harness.call(invitationEndpoints.accept, { params: { token }, body });
  const open = (token: string) => harness.call(invitationEndpoints.get, { params: { token } });

  it('ends the link of an email being sent when the invitation is cancelled', async () => {
    const id = await invite('cancelled@example.com');
    const sent = mailMeanwhile(id);
    succeeded(await harness.call(teamEndpoints.cancelInvitation, { as: as(), params: { id } }));
    const { status, body } = await open(sent.token);
    expect([status, body]).toEqual([410, { detail: teamMessages.invitationCancelled }]);
  });

  it('ends the link of an email being sent when the invitation is sent again', async () => {
    const id = await invite('again@example.com');
    const sent = mailMeanwhile(id);
    succeeded(await harness.call(teamEndpoints.resendInvitation, { as: as(), params: { id } }));
    const token = await mail(id);
    expect((await open(sent.token)).status).toBe(404);
    expect((await open(token)).status).toBe(200);
    expect(await harness.recount()).toEqual([]);
  });

  describe('F2 an invitation whose inviter loses the right', () => {
    /** A second owner, who invites a person. */
    const invitedBy = async (role: 'super_admin' | 'funeral_home_admin', to: string, email: string) => {
      const inviter = { ...tenant.profiles.office_staff, id: uuid(), sub: uuid(), role, email: `${uuid()}@x.example` };
      const db = harness.databaseOf(tenant.id);
      await db.commit(db.organizations.putProfile(inviter));
      const id = await invite(email, inviter, to);
      return { inviter, id, token: await mail(id) };
    };
    const statusOf = async (id: string) => (await harness.databaseOf(tenant.id).team.invitation(id))?.status;

    it('withdraws the invitation when its inviter is deactivated', async () => {
      const { inviter, id, token } = await invitedBy('super_admin', 'super_admin', 'backdoor@example.com');
      // Also with a concurrent change of the invitation.
      const transact = harness.table.transact.bind(harness.table);
      vi.spyOn(harness.table, 'transact')
        .mockImplementationOnce((writes, how) => transact(writes, how))
        .mockRejectedValueOnce(new WriteConflictError());
      succeeded(await harness.call(teamEndpoints.deactivateMember, { as: as(), params: { id: inviter.id } }));
      expect(await statusOf(id)).toBe('cancelled');
      expect((await accept(token)).body).toEqual({ detail: teamMessages.invitationCancelled });
      // The address can be invited again.
      await invite('backdoor@example.com');
    });

    it("withdraws the invitation when its inviter's role no longer allows it", async () => {
      const { inviter, id } = await invitedBy('super_admin', 'super_admin', 'equal@example.com');
      const other = await invite('less@example.com', inviter);
      const change = { as: as(), params: { id: inviter.id }, body: { role: 'funeral_home_admin' } };
      succeeded(await harness.call(teamEndpoints.changeMember, change));
      expect([await statusOf(id), await statusOf(other)]).toEqual(['cancelled', 'pending']);
      expect((await accept(await mail(other))).status).toBe(201);
    });

    it('rejects an invitation sent while its inviter was deactivated', async () => {
      const { inviter, id, token } = await invitedBy('super_admin', 'super_admin', 'late@example.com');
      const db = harness.databaseOf(tenant.id);
      await db.commit([db.team.changeMember(inviter, { ...inviter, status: 'deactivated' })]);
      const refused = await accept(token);
      expect([refused.status, refused.body]).toEqual([410, { detail: teamMessages.invitationCancelled }]);
      expect((await db.team.members()).some(({ email }) => email === 'late@example.com')).toBe(false);
      expect(await statusOf(id)).toBe('pending');
    });
  });

  it('F14 accepts an invitation once, with the name and password of one call', async () => {
    const token = await mail(await invite('thrice@example.com'));
    const names = ['One', 'Two', 'Three'];
    const answers = await Promise.all(
      names.map((first_name) =>
        accept(token, { first_name, last_name: 'Same', password: `Slow-River-${first_name}-7` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410, 410]);
    const members = await harness.databaseOf(tenant.id).team.members();
    const member = members.find(({ email }) => email === 'thrice@example.com');
    expect(member?.first_name).toBe(names[answers.findIndex(({ status }) => status === 201)]);
    expect(harness.state.users.get('thrice@example.com')?.password).toBe(`Slow-River-${member?.first_name}-7`);
  });

  it('allows another attempt at once after a rejected password', async () => {
    const token = await mail(await invite('picky@example.com'));
    const setPassword = vi.spyOn(harness.newUsers, 'setPassword').mockRejectedValueOnce(new Error('pool is down'));
    expect((await accept(token)).status).toBe(500);
    setPassword.mockRestore();
    expect((await accept(token)).status).toBe(201);
  });
});
