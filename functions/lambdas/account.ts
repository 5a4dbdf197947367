import {
  cognitoChangePassword,
  cognitoEndSessions,
  cognitoHasAuthenticator,
} from '#functions/platform/adapters/user-pool.ts';
import { accountRoutes } from '#functions/team/account/routes.ts';
import { serve } from './wiring/api.ts';
import { table } from './wiring/table.ts';
import { cognito } from './wiring.ts';

// If a password change succeeds and its response is lost, a retry would report a wrong current password.
const client = cognito({ maxAttempts: 1 });
const own = {
  changePassword: cognitoChangePassword(client),
  endSessions: cognitoEndSessions(client),
  hasAuthenticator: cognitoHasAuthenticator(client),
};

export const handler = serve(accountRoutes, { table: table(), ...own });
