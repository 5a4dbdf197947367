import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { team } from '#functions/records/team.ts';
import { presentInvitation } from './present-member.ts';

export const listInvitations = handler(teamEndpoints.invitations, { team }, async (_, { db, now }) => {
  const results = (await db.team.invitations()).map((invitation) => presentInvitation(invitation, now));
  return { count: results.length, next: null, previous: null, results };
});
