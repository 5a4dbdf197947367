import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { team } from '#functions/team/repository/team.ts';
import { presentProfile } from './present-profile.ts';

export const listProfiles = handler(userProfileEndpoints.list, { team }, async (_, { db }) => {
  const results = (await db.team.members()).map(presentProfile).sort((a, b) => a.full_name.localeCompare(b.full_name));
  return { count: results.length, next: null, previous: null, results };
});
