import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { completeOnboarding } from './complete-onboarding.ts';
import { getCurrentUser } from './get-current-user.ts';
import { getProfile } from './get-profile.ts';
import { listProfiles } from './list-profiles.ts';
import { changePreferences, getPreferences, replacePreferences } from './preferences.ts';
import { updateProfile } from './update-profile.ts';

export const userProfileRoutes = routesOf(userProfileEndpoints, {
  list: listProfiles,
  currentUser: getCurrentUser,
  getPreferences,
  changePreferences,
  replacePreferences,
  completeOnboarding,
  get: getProfile,
  update: updateProfile,
});
