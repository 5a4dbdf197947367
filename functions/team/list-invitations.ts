import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { organizations } from '#functions/records/organizations.ts';
import { team } from '#functions/records/team.ts';
import { presentInvitation } from './present-member.ts';

export const listInvitations = handler(teamEndpoints.invitations, { team, organizations }, async (_, { db, now }) => {
  const [invitations, names] = await Promise.all([db.team.invitations(), db.organizations.homeNames()]);
  const results = invitations.map((invitation) => presentInvitation(invitation, now, names));
  return { count: results.length, next: null, previous: null, results };
});
