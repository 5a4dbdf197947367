import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentCurrentUser } from './present-profile.ts';

export const getCurrentUser = handler(userProfileEndpoints.currentUser, { organizations }, (_, context) =>
  presentCurrentUser(context),
);
