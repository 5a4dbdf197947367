import type { Role } from '#domain/access/roles.ts';

interface Manager {
  id: string;
  role: Role;
  homeId: string;
}
interface Managed {
  id?: string;
  role: Role;
  homeId: string;
}

/** Roles that somebody may give: an owner any, an administrator any but owner. */
export const assignableRoles = (actor: { role: Role }): Role[] => {
  if (actor.role === 'super_admin')
    return ['super_admin', 'funeral_home_admin', 'funeral_director', 'coordinator', 'office_staff'];
  if (actor.role === 'funeral_home_admin')
    return ['funeral_home_admin', 'funeral_director', 'coordinator', 'office_staff'];
  return [];
};

/**
 * Whether somebody may change, invite or deactivate this person: owners everybody in the organization, administrators
 * the people of their own home who are not owners (D1 §6 names the roles; the reach is design's).
 */
export const mayManage = (actor: Manager, person: Managed): boolean =>
  actor.role === 'super_admin' ||
  (actor.role === 'funeral_home_admin' && person.homeId === actor.homeId && person.role !== 'super_admin');

const invitationDays = 7;

/** When an invitation that is sent now ends, ISO 8601 (quality S-21: seven days). */
export const invitationEnd = (now: Date): string =>
  new Date(now.getTime() + invitationDays * 24 * 3600_000).toISOString();

export const teamMessages = {
  alreadyMember: 'A team member with this email already exists',
  alreadyInvited: 'An invitation for this email is already pending',
  lastOwner: 'The last owner of the organization cannot be removed or given another role.',
  notYourself: 'You cannot deactivate your own account.',
  ownAuthenticator: 'You change your own authenticator app in your profile.',
  notActive: 'This member is deactivated.',
  outsideYourHome: 'You can only manage people of your own funeral home.',
  invitationExpired: 'This invitation has expired. Ask for a new one.',
  invitationUsed: 'This invitation has already been accepted. Please sign in.',
  invitationCancelled: 'This invitation was withdrawn.',
  accountExists: 'An account with this email already exists. Please sign in.',
} as const;
