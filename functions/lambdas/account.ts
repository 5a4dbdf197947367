import {
  cognitoChangePassword,
  cognitoEndSessions,
  cognitoHasAuthenticator,
} from '#functions/platform/adapters/user-pool.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { accountRoutes } from '#functions/team/account/routes.ts';
import { table } from './wiring/table.ts';
import { apiSettings, cognito } from './wiring.ts';

// If a password change succeeds and its response is lost, a retry would report a wrong current password.
const client = cognito({ maxAttempts: 1 });
const own = {
  changePassword: cognitoChangePassword(client),
  endSessions: cognitoEndSessions(client),
  hasAuthenticator: cognitoHasAuthenticator(client),
};

export const handler = createApi(accountRoutes, { table: table(), ...own }, apiSettings());
