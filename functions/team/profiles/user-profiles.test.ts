import { describe, expect, it } from 'vitest';
import { onboardingEndpoints } from '#domain/organizations/onboarding.endpoints.ts';
import { commonPassword } from '#domain/shared/values/password.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { long } from '#tests/support/test-length.ts';

const { harness, tenant: here } = await startHarnessWithTenant('profile-home');

describe('profiles and preferences', () => {
  it('lets users change their own profile, and administrators those they manage', async () => {
    const { coordinator: me, office_staff: other, funeral_home_admin: admin, super_admin: owner } = here.profiles;
    const update = (id: string, body: object, as = me) =>
      harness.call(userProfileEndpoints.update, { as, params: { id }, body });
    const values = { first_name: 'José', title: 'Coordinator', license_number: 'FD-0142' };
    const changed = await update(me.id, { ...values, phone: '(904) 555-0123' });
    expect(changed.body).toMatchObject({ ...values, phone: '9045550123' });
    expect((await update(me.id, { phone: '' })).body.phone).toBeNull();
    expect((await update(other.id, { first_name: 'X' })).status).toBe(403);
    expect((await update(other.id, { first_name: 'Xenia' }, admin)).body.first_name).toBe('Xenia');
    expect((await update(owner.id, { first_name: 'Xenia' }, admin)).status).toBe(403);
    expect((await update(me.id, { license_number: 'a b' })).body).toHaveProperty('license_number');
    expect((await update(me.id, { first_name: '' })).body).toEqual({ first_name: ['First name is required'] });
  });

  it('R-13 loses no field of concurrent changes of a profile', async () => {
    const { coordinator: me, super_admin: owner } = here.profiles;
    const update = (as: Profile, body: object) =>
      harness.call(userProfileEndpoints.update, { as, params: { id: me.id }, body });
    for (let n = 0; n < (long ? 20 : 2); n++) {
      const [title, phone] = [`Coordinator ${n}`, `90455501${10 + n}`];
      const role = n % 2 ? 'coordinator' : 'office_staff';
      const change = { as: owner, params: { id: me.id }, body: { role } };
      const answers = await Promise.all([
        update(me, { title }),
        update(owner, { phone }),
        harness.call(teamEndpoints.changeMember, change),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { body } = await harness.call(userProfileEndpoints.get, { as: owner, params: { id: me.id } });
      expect(body).toMatchObject({ title, phone, role });
    }
  });

  it('R-13 loses no concurrent change of the set-up and of preferences', async () => {
    const tenant = await harness.addTenant('set-up-at-once');
    const { super_admin: owner, funeral_home_admin: admin } = tenant.profiles;
    const save = (as: Profile, step: string) => harness.call(onboardingEndpoints.save, { as, body: { step } });
    await Promise.all([
      save(owner, 'home'),
      save(admin, 'numbering'),
      save(owner, 'team'),
      harness.call(userProfileEndpoints.completeOnboarding, { as: admin }),
    ]);
    const { body } = await harness.call(onboardingEndpoints.get, { as: owner });
    expect(body).toMatchObject({ completed: true, next_step: 'settings' });

    const prefer = (change: object) =>
      harness.call(userProfileEndpoints.changePreferences, { as: owner, body: { case_form_preferences: change } });
    for (const mode of ['all', 'essential']) {
      const section = mode === 'all' ? 'veteran' : 'deceased';
      await Promise.all([prefer({ viewMode: mode }), prefer({ recentlyUsedSections: [section] })]);
      const kept = await harness.call(userProfileEndpoints.getPreferences, { as: owner });
      expect(kept.body.case_form_preferences).toMatchObject({ viewMode: mode, recentlyUsedSections: [section] });
    }
  });

  it('stores case form preferences, with the fallbacks of D2 §3', async () => {
    const { funeral_director: me } = here.profiles;
    const get = () => harness.call(userProfileEndpoints.getPreferences, { as: me });
    expect((await get()).body.case_form_preferences).toMatchObject({ viewMode: 'essential' });
    const sections = ['veteran', 'nonsense'];
    const sent = { visibleSections: sections, viewMode: 'strange', recentlyUsedSections: sections };
    await harness.call(userProfileEndpoints.replacePreferences, { as: me, body: sent });
    const essential = ['deceased', 'service', 'informant', 'financial', 'notes'];
    expect((await get()).body.case_form_preferences).toEqual({
      visibleSections: [...essential, 'veteran'],
      essentialSections: essential,
      viewMode: 'essential',
      recentlyUsedSections: ['veteran'],
    });
    const change = { case_form_preferences: { viewMode: 'all' } };
    await harness.call(userProfileEndpoints.changePreferences, { as: me, body: change });
    const changed = { viewMode: 'all', recentlyUsedSections: ['veteran'] };
    expect((await get()).body.case_form_preferences).toMatchObject(changed);
    await harness.call(userProfileEndpoints.replacePreferences, { as: me, body: { case_form_preferences: sent } });
    expect((await get()).body.case_form_preferences).toMatchObject({ viewMode: 'essential' });
  });

  it('stores saved views per list, independent of case form preferences', async () => {
    const { coordinator: me } = here.profiles;
    const prefer = (body: object) => harness.call(userProfileEndpoints.changePreferences, { as: me, body });
    const drafts = { name: 'Drafts of mine', query: 'mine=true&status=draft' };
    expect((await prefer({ list_views: { cases: [drafts] } })).body).toMatchObject({ list_views: { cases: [drafts] } });
    await Promise.all([
      prefer({ case_form_preferences: { viewMode: 'all' } }),
      prefer({ list_views: { submissions: [{ name: 'New', query: 'status=new' }] } }),
    ]);
    const sent = { visibleSections: [], viewMode: 'essential', recentlyUsedSections: [] };
    await harness.call(userProfileEndpoints.replacePreferences, { as: me, body: sent });
    const { body } = await harness.call(userProfileEndpoints.currentUser, { as: me });
    expect(body.list_views).toEqual({ cases: [drafts], submissions: [{ name: 'New', query: 'status=new' }] });
    expect((await prefer({ list_views: { cases: [] } })).body).toMatchObject({ list_views: { cases: [] } });

    const refused = async (views: object) => (await prefer({ list_views: views })).status;
    expect(await refused({ cases: [{ name: 'Ann', query: 'search=ann' }] })).toBe(400);
    expect(await refused({ cases: [{ name: '', query: '' }] })).toBe(400);
    const nine = Array.from({ length: 9 }, (_, n) => ({ name: `${n}`, query: `page=${n}` }));
    expect(await refused({ cases: nine })).toBe(400);
  });

  it('keeps notification choices that a change omits', async () => {
    const { funeral_director: me } = here.profiles;
    const prefer = (notifications: object) =>
      harness.call(userProfileEndpoints.changePreferences, { as: me, body: { notifications } });
    await prefer({ run_sheet_changed: false });
    const { body } = await prefer({ only_on_duty: true });
    expect(body.notifications).toMatchObject({ run_sheet_changed: false, only_on_duty: true, task_due: true });
  });

  it("S-41 changes only the caller's own password, audited before and after", async () => {
    const { funeral_director: me, coordinator: other } = here.profiles;
    const good = { current_password: 'Current-1', new_password: 'Next-one-22', confirm_password: 'Next-one-22' };
    const change = (body: object = {}, id = me.id) =>
      harness.call(accountEndpoints.updatePassword, { as: me, params: { id }, body: { ...good, ...body } });
    expect((await change({}, other.id)).status).toBe(403);
    const wrong = { current_password: ['The current password is not correct'] };
    expect((await change({ current_password: 'wrong' })).body).toEqual(wrong);
    expect((await change({ confirm_password: 'x' })).body).toEqual({ confirm_password: ['Passwords do not match'] });
    const common = { new_password: 'Thunder1', confirm_password: 'Thunder1' };
    expect((await change(common)).body).toEqual({ new_password: [commonPassword] });
    expect((await change()).body).toEqual({ success: true });
    const actions = (await harness.databaseOf(here.id).audit.of('PROFILE', me.id)).map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['password.changed', 'password.change-requested']);
  });

  it('leads an organization through its set-up, step by step', async () => {
    const { super_admin: owner, office_staff: clerk } = here.profiles;
    const save = (body: object, as = owner) => harness.call(onboardingEndpoints.save, { as, body });
    const begun = await harness.call(onboardingEndpoints.get, { as: clerk });
    expect(begun.body).toMatchObject({ completed: false, next_step: 'home' });
    expect((await save({ step: 'home' })).body).toMatchObject({ next_step: 'numbering' });
    expect((await save({ step: 'home', done: false })).body).toMatchObject({ next_step: 'home' });
    expect((await save({ step: 'nowhere' })).body).toEqual({ step: ['Please select a step'] });
    expect((await save({ step: 'home' }, clerk)).status).toBe(403);
    const done = await harness.call(userProfileEndpoints.completeOnboarding, { as: owner });
    expect(done.body.onboarding_completed).toBe(true);
    expect((await harness.call(onboardingEndpoints.get, { as: clerk })).body.completed).toBe(true);
  });

  it('R-05 leaves the table consistent', async () => {
    expect(await harness.recount()).toEqual([]);
  });
});
