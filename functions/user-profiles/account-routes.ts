import { userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import { implement } from '#functions/kernel/api.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { updatePassword } from './update-password.ts';

/** What asks the user pool with the caller's own session. */
export const accountRoutes = implement(
  {
    updatePassword: userProfileEndpoints.updatePassword,
    confirmSecondFactor: userProfileEndpoints.confirmSecondFactor,
  },
  { updatePassword, confirmSecondFactor },
);
