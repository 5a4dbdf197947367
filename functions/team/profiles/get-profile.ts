import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { team } from '#functions/team/repository/team.ts';
import { presentProfile } from './present-profile.ts';

export const getProfile = handler(userProfileEndpoints.get, { team }, async ({ params }, { db }) =>
  presentProfile(await db.team.requireMember(params.id)),
);
