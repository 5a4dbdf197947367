import type { teamEndpoints } from '#domain/team/team.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { presentInvitation } from './present-member.ts';

export const listInvitations: Handler<typeof teamEndpoints.invitations> = async (_, { db, now }) => {
  const results = (await db.team.invitations()).map((invitation) => presentInvitation(invitation, now));
  return { count: results.length, next: null, previous: null, results };
};
