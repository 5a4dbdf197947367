import { userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import { implement } from '#functions/kernel/api.ts';
import { completeOnboarding } from './complete-onboarding.ts';
import { getCurrentUser } from './get-current-user.ts';
import { getProfile } from './get-profile.ts';
import { listProfiles } from './list-profiles.ts';
import { changePreferences, getPreferences, replacePreferences } from './preferences.ts';
import { updateProfile } from './update-profile.ts';

// What asks the user pool with the caller's own session is a function of its own.
const { updatePassword: _password, confirmSecondFactor: _secondFactor, ...rows } = userProfileEndpoints;

export const userProfileRoutes = implement(rows, {
  list: listProfiles,
  currentUser: getCurrentUser,
  getPreferences,
  changePreferences,
  replacePreferences,
  completeOnboarding,
  get: getProfile,
  update: updateProfile,
});
