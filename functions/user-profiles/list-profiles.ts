import type { userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { presentProfile } from './present-profile.ts';

export const listProfiles: Handler<typeof userProfileEndpoints.list> = async (_, { db }) => {
  const results = (await db.team.members()).map(presentProfile).sort((a, b) => a.full_name.localeCompare(b.full_name));
  return { count: results.length, next: null, previous: null, results };
};
