import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';
import { mailProblems } from '#functions/team/repository/mail-problems.ts';
import { team } from '#functions/team/repository/team.ts';
import { presentInvitation } from './present-member.ts';

export const listInvitations = handler(
  teamEndpoints.invitations,
  { team, organizations, mailProblems },
  async ({ query }, { db, now, request }) => {
    const paging = pageRequest(query);
    const [all, names, problems] = await Promise.all([
      ...([db.team.invitations(), db.organizations.homeNames()] as const),
      db.mailProblems.all('invitation', now),
    ]);
    const shown = all.slice((paging.page - 1) * paging.pageSize, paging.page * paging.pageSize);
    const rows = shown.map((invitation) => presentInvitation(invitation, now, names, problems));
    return pageAnswer(request.path, query, paging, { count: all.length, rows });
  },
);
