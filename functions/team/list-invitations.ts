import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { pageAnswer, pageRequest } from '#functions/kernel/paging.ts';
import { team } from '#functions/records/team.ts';
import { presentInvitation } from './present-member.ts';

export const listInvitations = handler(teamEndpoints.invitations, { team }, async ({ query }, { db, now, request }) => {
  const paging = pageRequest(query);
  const all = await db.team.invitations();
  const shown = all.slice((paging.page - 1) * paging.pageSize, paging.page * paging.pageSize);
  const rows = shown.map((invitation) => presentInvitation(invitation, now));
  return pageAnswer(request.path, query, paging, { count: all.length, rows });
});
