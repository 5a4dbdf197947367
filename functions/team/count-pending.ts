import type { teamEndpoints } from '#domain/team/team.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { presentInvitation } from './present-member.ts';

export const countPending: Handler<typeof teamEndpoints.pendingCount> = async (_, { db, now }) => {
  const invitations = await db.team.invitations();
  return { count: invitations.filter((one) => presentInvitation(one, now).status === 'pending').length };
};
