import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { changeMember } from './change-member.ts';
import { countPending } from './count-pending.ts';
import { deactivateMember } from './deactivate-member.ts';
import { inviteMember } from './invite-member.ts';
import { listInvitations } from './list-invitations.ts';
import { listMembers } from './list-members.ts';
import { reactivateMember } from './reactivate-member.ts';
import { resendInvitation } from './resend-invitation.ts';
import { resetAuthenticator } from './reset-authenticator.ts';

export const teamRoutes = routesOf(teamEndpoints, {
  members: listMembers,
  changeMember,
  deactivateMember,
  reactivateMember,
  resetAuthenticator,
  invitations: listInvitations,
  invite: inviteMember,
  pendingCount: countPending,
  resendInvitation,
  cancelInvitation,
});
