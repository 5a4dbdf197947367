import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { team } from '#functions/team/repository/team.ts';
import { presentMember } from './present-member.ts';

export const listMembers = handler(teamEndpoints.members, { team, organizations }, async (_, { db, actor }) => {
  const [members, homes] = await Promise.all([db.team.members(), db.organizations.homes()]);
  const results = members
    .map((member) => presentMember(member, homes, actor))
    .sort((a, b) => a.status.localeCompare(b.status) || a.full_name.localeCompare(b.full_name));
  return { count: results.length, next: null, previous: null, results };
});
