import type { userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { presentCurrentUser } from './present-profile.ts';

export const getCurrentUser: Handler<typeof userProfileEndpoints.currentUser> = (_, context) =>
  presentCurrentUser(context);
