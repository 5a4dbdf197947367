import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { team } from '#functions/team/repository/team.ts';
import { presentInvitation } from './present-member.ts';

export const countPending = handler(teamEndpoints.pendingCount, { team }, async (_, { db, now }) => {
  const invitations = await db.team.invitations();
  return { count: invitations.filter((one) => presentInvitation(one, now).status === 'pending').length };
});
