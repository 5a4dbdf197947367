import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import { secondFactorMessages } from '#domain/shared/access/second-factor.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { invitationEndpoints, teamEndpoints } from '#domain/team/team.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { publicHomeProfile } from '#functions/organizations/repository/homes.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { createTeamRepository } from '#functions/team/repository/team.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { mailInvitation } from '#tests/support/records/invitations.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import {
  addHome,
  allowAddress,
  createOrganization,
  inviteOwner,
  inviteOwnerByLink,
  NewOrganization,
} from './create-organization.ts';

describe('operator actions on organizations', () => {
  let harness: Harness;
  let here: Tenant;
  beforeAll(async () => {
    harness = await startHarness();
    here = await harness.addTenant('operated');
  });
  afterAll(() => harness.close());

  const taken = { slug: ['This public address is already taken'] };
  const owner = () => here.profiles.super_admin;
  const rejects = (made: Promise<unknown>, body: object) => expect(made).rejects.toMatchObject({ body });
  const days = (count: number): Date => new Date(Date.now() + count * 24 * 3_600_000);
  const create = (slug: string, email: string, now = new Date()) =>
    createOrganization(
      harness.table,
      NewOrganization.parse({ name: `Group ${slug}`, home: 'Quiet Water Chapel', slug, email }),
      now,
    );
  const invitationsOf = (organizationId: string) =>
    createTeamRepository(harness.table, keysOf(organizationId)).invitations();
  const deliver = async (organizationId: string, id: string, mailing: number): Promise<string> =>
    (await mailInvitation(harness, organizationId, id, mailing)).token;
  const accept = (token: string) =>
    harness.call(invitationEndpoints.accept, {
      params: { token },
      body: { first_name: 'Ines', last_name: 'Marlow', password: 'Long-enough-1' },
    });

  it('creates an organization whose owner is notified of submissions', async () => {
    const { organizationId } = await create('quiet-water', 'owner@quiet-water.example');
    expect(await publicHomeProfile(harness.table, 'quiet-water')).toMatchObject({ organization_id: organizationId });
    const [invitation] = await invitationsOf(organizationId);
    expect(invitation).toMatchObject({ email: 'owner@quiet-water.example', role: 'super_admin', status: 'pending' });
    await rejects(create('quiet-water', 'other@quiet-water.example'), taken);
    const reserved = { slug: ['This public address is reserved'] };
    await rejects(create('api', 'other@quiet-water.example'), reserved);
  });

  describe('addresses similar to another organization’s', () => {
    const refusal = { slug: [expect.stringContaining('looks like that of another organization')] };
    const change = (slug: string) =>
      harness.call(funeralHomeEndpoints.update, { as: owner(), params: { id: here.home.id }, body: { slug } });

    it('rejects a similar address of a changed home, a new home or organization', async () => {
      await create('cedar-hollow', 'owner@cedar-hollow.example');
      for (const slug of ['cedar-hollow-funeral-home', 'cedarhollow', 'cedar-ho11ow'])
        expect(await change(slug)).toMatchObject({ status: 400, body: refusal });
      await rejects(create('cedar-hoilow', 'other@example.com'), refusal);
      const home = { beside: 'operated', home: 'Cedar', slug: 'cedar-hollow-chapel', time_zone: 'America/New_York' };
      const added = (allow_look_alike: boolean) => addHome(harness.table, { ...home, allow_look_alike }, new Date());
      await rejects(added(false), refusal);
      // The operator confirms it.
      expect((await added(true)).slug).toBe('cedar-hollow-chapel');
      expect(await publicHomeProfile(harness.table, 'cedar-hollow-chapel')).toMatchObject({ organization_id: here.id });
    });

    it('lets an operator allow one organization one similar address', async () => {
      await create('willow-creek', 'owner@willow-creek.example');
      const wanted = { beside: 'operated', slug: 'willow-creek-chapel' };
      expect(await allowAddress(harness.table, wanted, new Date())).toBe('Organization operated');
      expect((await change('willowcreek')).status).toBe(400);
      expect((await change('willow-creek-chapel')).status).toBe(200);
      // Returning to its own address needs no confirmation.
      expect((await change('operated')).status).toBe(200);
      expect((await change('operated-chapel')).status).toBe(200);
      expect((await change('operated')).status).toBe(200);
    });

    it('gives an address to one of two concurrent requests', async () => {
      const asked = await Promise.allSettled([
        create('stone-bridge', 'a@stone-bridge.example'),
        create('stonebridge', 'b@stone-bridge.example'),
      ]);
      expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(asked.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { body: refusal } });
    });
  });

  it('invites the first owner again after the link expired', async () => {
    const email = 'late@late-owner.example';
    const { organizationId, invitationId } = await create('late-owner', email, days(-9));
    const ended = await deliver(organizationId, invitationId, 1);
    expect((await accept(ended)).body.detail).toBe(teamMessages.invitationExpired);

    const again = await inviteOwner(harness.table, { slug: 'late-owner', email }, new Date());
    expect(again).toMatchObject({ id: invitationId, mailing: 2 });
    expect(await invitationsOf(organizationId)).toHaveLength(1);
    const token = await deliver(organizationId, invitationId, 2);
    expect((await accept(ended)).status).toBe(404);
    expect(await accept(token)).toMatchObject({ status: 201, body: { email } });
    const further = inviteOwner(harness.table, { slug: 'late-owner', email }, new Date());
    await rejects(further, { email: [teamMessages.alreadyMember] });
  });

  it('invites a further owner, but no one invited with another role', async () => {
    const invited = await inviteOwner(harness.table, { slug: 'operated', email: 'second@example.com' }, new Date());
    const token = await deliver(here.id, invited.id, 1);
    expect((await accept(token)).status).toBe(201);
    const members = await harness.call(teamEndpoints.members, { as: here.profiles.super_admin });
    expect(members.body.results).toContainEqual(
      expect.objectContaining({ email: 'second@example.com', role: 'super_admin' }),
    );

    const body = { email: 'clerk@example.com', role: 'office_staff' };
    await harness.call(teamEndpoints.invite, { as: here.profiles.super_admin, body });
    const clerk = { slug: 'operated', email: 'clerk@example.com' };
    await rejects(inviteOwner(harness.table, clerk, new Date()), { email: [teamMessages.alreadyInvited] });
    const nowhere = { slug: 'no-such-home', email: 'x@example.com' };
    const unknown = { slug: ['No funeral home has the public address no-such-home'] };
    await rejects(inviteOwner(harness.table, nowhere, new Date()), unknown);
  });

  it('invites an owner by a link without an email, which ends every other link', async () => {
    const email = 'by-hand@example.com';
    const { organizationId, invitationId } = await create('by-hand', email);
    const mailed = await deliver(organizationId, invitationId, 1);
    const wanted = { slug: 'by-hand', email };
    const first = await inviteOwnerByLink(harness.table, wanted, new Date());
    const second = await inviteOwnerByLink(harness.table, wanted, new Date());
    expect(second.invitation).toMatchObject({ id: invitationId, status: 'pending' });
    for (const ended of [mailed, first.token]) expect((await accept(ended)).status).toBe(404);
    // An email that was being sent is dropped.
    expect(await deliver(organizationId, invitationId, 1)).toBe('');
    expect(await accept(second.token)).toMatchObject({ status: 201, body: { email } });
    await rejects(inviteOwnerByLink(harness.table, wanted, new Date()), { email: [teamMessages.alreadyMember] });
    // Nor is an invitation without an email announced.
    const third = { slug: 'operated', email: 'third@example.com' };
    const { invitation, token } = await inviteOwnerByLink(harness.table, third, new Date());
    const waiting = await unsentEvents(harness.table, new Date(Date.now() + 60_000));
    expect(waiting.filter(({ aggregateId }) => aggregateId === invitation.id)).toEqual([]);
    expect((await accept(token)).status).toBe(201);
  });

  it("adds a home visible to owners, with the other home's notifications", async () => {
    const wanted = { home: 'Riverside Chapel', slug: 'riverside', time_zone: 'America/Chicago', beside: 'operated' };
    const home = await addHome(harness.table, wanted, new Date());
    expect(home).toMatchObject({ organization_id: here.id, notification_emails: here.home.notification_emails });
    // Receipts are numbered per home: a shared prefix would repeat numbers.
    const third = { ...wanted, home: 'Rocky Creek', slug: 'rocky-creek' };
    const { case_numbering } = await addHome(harness.table, third, new Date());
    expect([home.case_numbering.prefix, case_numbering.prefix]).toEqual(['RC', 'RC2']);
    const listed = await harness.call(funeralHomeEndpoints.list, { as: here.profiles.super_admin });
    expect(listed.body.results).toContainEqual(
      expect.objectContaining({ name: 'Riverside Chapel', slug: 'riverside', time_zone: 'America/Chicago' }),
    );
    const log = await harness.call(funeralHomeEndpoints.auditLog, { as: owner(), params: { id: home.id } });
    expect(log.text).toContain('home.created');
    await rejects(addHome(harness.table, wanted, new Date()), taken);
  });

  describe('/organizations', () => {
    let here: Tenant;
    beforeAll(async () => {
      here = await harness.addTenant('rule-for-signing-in');
    });

    const update = (body: object, as = here.profiles.super_admin) =>
      harness.call(organizationEndpoints.update, { as, body });
    const read = async (as = here.profiles.super_admin) => (await harness.call(organizationEndpoints.get, { as })).body;
    const trail = async () =>
      (await harness.databaseOf(here.id).audit.of('ORGANIZATION', here.id)).map(({ changes }) => changes);

    it('lets every role read the organization, and only owners change it', async () => {
      for (const role of ['super_admin', 'office_staff'] as const)
        expect(await read(here.profiles[role])).toEqual({
          ...{ id: here.id, name: 'Organization rule-for-signing-in', second_factor: 'optional' },
          ...{ month_report_mail: true, version: 1 },
        });
      expect((await update({ name: 'Taken' }, here.profiles.funeral_home_admin)).status).toBe(403);
    });

    it('S-08 requires a second factor of administrators after the owner used one', async () => {
      const refused = await update({ second_factor: 'administrators' });
      expect([refused.status, refused.body]).toEqual([400, { second_factor: [secondFactorMessages.ownFirst] }]);
      expect(await trail()).toEqual([]);

      harness.state.hasAuthenticator = true;
      const own = { as: here.profiles.super_admin, params: { id: here.profiles.super_admin.id } };
      // The first call finds the app and ends every session; the second comes from a sign-in with its code.
      for (let times = 0; times < 2; times++) await harness.call(accountEndpoints.confirmSecondFactor, own);
      expect((await update({ second_factor: 'administrators', version: 1 })).body).toMatchObject({ version: 2 });
      // A repeated setting changes nothing, and is not audited.
      expect((await update({ second_factor: 'administrators' })).body).toMatchObject({ version: 2 });
      expect(await trail()).toEqual([[{ field: 'second_factor', from: 'optional', to: 'administrators' }]]);
      expect((await update({ second_factor: 'nobody' })).body).toHaveProperty('second_factor');
      const back = await update({ second_factor: 'optional' });
      expect(back.body).toMatchObject({ second_factor: 'optional', version: 3 });
    });

    it('S-23 rejects a web address in its name, which emails to strangers show', async () => {
      for (const name of ['Your bank. Verify now: https://evil.example/login', 'Bank www.evil.example'])
        expect((await update({ name })).body).toEqual({ name: ['Name cannot contain a web address'] });
    });

    it('R-16 answers a stale version with the current organization', async () => {
      const { status, body } = await update({ name: 'Late', version: 1 });
      expect([status, body.current]).toEqual([409, await read()]);
    });

    it('R-13 loses no change of two concurrent owners', async () => {
      const before = Number((await read()).version);
      const names = Array.from({ length: 5 }, (_, n) => `Group ${n}`);
      for (const { status } of await Promise.all(names.map((name) => update({ name })))) expect(status).toBe(200);
      expect((await read()).version).toBe(before + 5);
      const steps = (await trail()).slice(0, 5).map(([change]) => change);
      // Each change started from the result of another.
      expect(new Set(steps.map((step) => step?.from)).size).toBe(5);
    });

    it("S-08 starts with the operator's rule for sign-in, and with none by default", async () => {
      const values = { name: 'Quiet Water Group', home: 'Quiet Water Chapel', email: 'owner@quiet-water.example' };
      const created = async (more: object) => {
        const { organizationId } = await createOrganization(
          harness.table,
          NewOrganization.parse({ ...values, ...more }),
          new Date(),
        );
        return harness.databaseOf(organizationId).organizations.organization();
      };
      expect(await created({ slug: 'quiet-one' })).toMatchObject({ second_factor: 'optional', version: 1 });
      const asked = { slug: 'quiet-two', second_factor: 'administrators' };
      expect(await created(asked)).toMatchObject({ second_factor: 'administrators' });
    });
  });
});
