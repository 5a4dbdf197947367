import type { userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { presentProfile } from './present-profile.ts';

export const getProfile: Handler<typeof userProfileEndpoints.get> = async ({ params }, { db }) =>
  presentProfile(await db.team.requireMember(params.id));
