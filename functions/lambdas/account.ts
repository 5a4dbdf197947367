import {
  cognitoChangePassword,
  cognitoEndSessions,
  cognitoHasAuthenticator,
} from '#functions/platform/adapters/user-pool.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { accountRoutes } from '#functions/team/account/routes.ts';
import { table } from './wiring/table.ts';
import { apiSettings, cognito } from './wiring.ts';

// A change of password whose answer was lost would, sent again, be told as a wrong current password.
const client = cognito({ maxAttempts: 1 });
const own = {
  changePassword: cognitoChangePassword(client),
  endSessions: cognitoEndSessions(client),
  hasAuthenticator: cognitoHasAuthenticator(client),
};

export const handler = createApi(accountRoutes, { table: table(), ...own }, apiSettings());
