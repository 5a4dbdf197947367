import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';
import { updatePassword } from './update-password.ts';

export const accountRoutes = routesOf(accountEndpoints, {
  updatePassword,
  confirmSecondFactor,
  signOutEverywhere,
});
