import { areas } from '#domain/registry/endpoints.ts';
import { asOwner, invitation, mailedToken, newAddress, type World } from '#tests/support/records/example-records.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { about, type Example, member, nothing } from './example.ts';

const preferences = { visibleSections: [], viewMode: 'all', recentlyUsedSections: [] };
const self = (world: World): string => asOwner(world).id;

export const teamExamples = {
  'user-profiles.list': nothing,
  'user-profiles.currentUser': nothing,
  'user-profiles.getPreferences': nothing,
  'user-profiles.changePreferences': async () => ({ body: { case_form_preferences: preferences } }),
  'user-profiles.replacePreferences': async () => ({ body: { case_form_preferences: preferences } }),
  'user-profiles.completeOnboarding': nothing,
  'user-profiles.get': about(member('coordinator')),
  'user-profiles.update': about(member('coordinator'), { title: 'Clerk' }),
  'account.updatePassword': async (world) => ({
    params: { id: self(world) },
    body: { current_password: world.harness.state.currentPassword, new_password: 'Another-Passw0rd' },
  }),
  'account.confirmSecondFactor': async (world) => {
    world.harness.state.hasAuthenticator = true;
    return { params: { id: self(world) } };
  },
  'account.signOutEverywhere': async (world) => ({ params: { id: self(world) } }),
  'team.members': nothing,
  'team.memberAuditLog': about(member('coordinator')),
  'team.changeMember': about(member('coordinator'), { role: 'office_staff' }),
  'team.deactivateMember': about(member('office_staff')),
  'team.reactivateMember': async (world) => {
    const params = { id: world.tenant.profiles.funeral_director.id };
    succeeded(await world.harness.call(areas.team.deactivateMember, { as: asOwner(world), params }));
    return { params };
  },
  'team.resetAuthenticator': about(member('funeral_home_admin')),
  'team.invitations': nothing,
  'team.invite': async ({ tenant }) => ({
    body: { email: newAddress(), role: 'coordinator', funeral_home: tenant.home.id },
  }),
  'team.pendingCount': nothing,
  'team.resendInvitation': about(invitation),
  'team.cancelInvitation': about(invitation),
  'invitations.get': async (world) => ({ as: 'nobody', params: { token: await mailedToken(world) } }),
  'invitations.accept': async (world) => ({
    as: 'nobody',
    params: { token: await mailedToken(world) },
    body: { first_name: 'New', last_name: 'Comer', password: 'Lantern-1234' },
  }),
} satisfies Record<string, Example>;
