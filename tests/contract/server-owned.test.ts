import { describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { onInvitation } from '#functions/emails/staff-emails.ts';
import type { Mail } from '#functions/platform/adapters/mailer.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';

import { succeeded } from '#tests/support/records/reports.ts';

const other = '0190a000-0000-7000-8000-000000000000';
/** Server-owned values under all their names in office records. */
const owned = {
  ...{ id: other, pk: 'T#x', sk: 'x', organization_id: other, tenant: other, sub: other, profile_id: other },
  ...{ created_at: '1999-01-01T00:00:00.000Z', updated_at: '1999-01-01T00:00:00.000Z', revision: 90 },
  ...{ status: 'accepted', manageable: true, permissions: ['team:manage'], former_slugs: ['stolen'] },
  ...{ case_numbering: { prefix: 'STOLEN', padding: 9 }, case_number: 'STOLEN-1' },
  ...{ completed: true, completed_at: '1999-01-01T00:00:00.000Z', onboarding: { completed_at: 'x', done: ['team'] } },
  ...{ token_hash: 'x', mailing: 90, sent_at: 'x', expires_at: 'x', expires_at_instant: '2999-01-01T00:00:00.000Z' },
  ...{ invited_by_name: 'Somebody Else', organization_name: 'Elsewhere', funeral_home_name: 'Elsewhere' },
};

const { harness, tenant } = await startHarnessWithTenant('owned-home');

describe('S-04 server-owned fields of the office', () => {
  const owner = () => tenant.profiles.super_admin;
  const item = async (pk: string, sk: string) =>
    (await harness.scan())
      .map((one) => JSON.stringify(one))
      .filter((text) => text.includes(`#${pk}"`) && text.includes(`"${sk}"`))
      .join('\n');
  const home = () => harness.databaseOf(tenant.id).organizations.home(tenant.home.id);
  const profile = (id: string) => harness.databaseOf(tenant.id).organizations.profile(id);

  it('S-04 a location changes only what was requested', async () => {
    const before = await home();
    const options = { as: owner(), params: { id: tenant.home.id }, body: { ...owned, name: 'Renamed' } };
    succeeded(await harness.call(areas['funeral-homes'].update, options));
    expect(await home()).toEqual({ ...before, name: 'Renamed', version: Number(before?.version) + 1 });
  });

  it('S-04 a member changes only in role and location', async () => {
    const { coordinator } = tenant.profiles;
    const before = await profile(coordinator.id);
    const body = { ...owned, email: 'taken@example.com', first_name: 'Taken', role: 'office_staff' };
    succeeded(await harness.call(areas.team.changeMember, { as: owner(), params: { id: coordinator.id }, body }));
    // A member who loses permissions must sign in again.
    const demoted = { ...before, role: 'office_staff', sessions_since: expect.any(Number) };
    expect(await profile(coordinator.id)).toEqual(demoted);
    const name = { ...owned, role: 'super_admin', funeral_home: other, email: 'taken@example.com', title: 'Clerk' };
    const own = { as: coordinator, params: { id: coordinator.id }, body: name };
    succeeded(await harness.call(areas['user-profiles'].update, own));
    expect(await profile(coordinator.id)).toEqual({ ...demoted, title: 'Clerk', last_seen_on: expect.any(String) });
  });

  it('S-04 an invitation has only what the administrator set', async () => {
    const email = 'invited@example.com';
    const invited = { as: owner(), body: { ...owned, email, role: 'coordinator' } };
    const { body } = succeeded(await harness.call(areas.team.invite, invited));
    expect(body).toMatchObject({ status: 'pending', invited_by_name: 'Test super_admin', sent_at: null });
    expect([body.id === other, String(body.expires_at) < '2999']).toEqual([false, true]);
    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail) };
    const means = {
      table: harness.table,
      mailer,
      now: () => new Date(),
      leaseSeconds: 30,
      staffSiteUrl: 'x',
      intakeSiteUrl: 'x',
    };
    const envelope = {
      id: String(body.id),
      organization_id: tenant.id,
      occurred_at: new Date().toISOString(),
      request_id: 'request',
    };
    await onInvitation(means)({ envelope: { ...envelope, payload: { invitation_id: String(body.id), mailing: 1 } } });
    const token = /\/invitations\/(\S+)/.exec(sent[0]?.text ?? '')?.[1] ?? '';
    const accepted = {
      ...owned,
      ...{ role: 'super_admin', email: 'taken@example.com', funeral_home_id: other, funeral_home: other },
      ...{ first_name: 'New', last_name: 'Comer', password: 'Long-enough-1' },
    };
    succeeded(await harness.call(areas.invitations.accept, { params: { token }, body: accepted }));
    const members = await harness.databaseOf(tenant.id).team.members();
    expect(members.find((one) => one.first_name === 'New')).toMatchObject({
      ...{ email, role: 'coordinator', status: 'active', organization_id: tenant.id, funeral_home_id: tenant.home.id },
    });
    expect(members.flatMap(({ id, sub }) => [id, sub])).not.toContain(other);
  });

  it('S-04 setup completes only when completed, and preferences store nothing else', async () => {
    const save = { as: owner(), body: { ...owned, step: 'home' } };
    expect(succeeded(await harness.call(areas.onboarding.save, save)).body).toMatchObject({
      completed: false,
      next_step: 'numbering',
    });
    const preferences = { ...owned, visibleSections: [], viewMode: 'all', recentlyUsedSections: [] };
    const request = { as: owner(), body: { ...owned, case_form_preferences: preferences } };
    succeeded(await harness.call(areas['user-profiles'].replacePreferences, request));
    const stored = await item(`PREFERENCES#${owner().id}`, 'PREFERENCES');
    expect(stored).toContain('viewMode');
    for (const text of [other, '1999-01-01', 'Elsewhere', 'STOLEN']) expect(stored).not.toContain(text);
  });

  it('S-04 leaves no trace of them', async () => {
    const everything = JSON.stringify(await harness.scan());
    for (const text of [other, '1999-01-01', '2999-01-01', 'Somebody Else', 'Elsewhere', 'STOLEN', 'stolen', 'Taken'])
      expect([text, everything.includes(text)]).toEqual([text, false]);
    expect(await harness.recount()).toEqual([]);
  });
});
