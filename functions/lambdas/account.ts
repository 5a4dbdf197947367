import { cognitoChangePassword, cognitoHasAuthenticator } from '#functions/adapters/user-pool.ts';
import { createApi } from '#functions/kernel/api.ts';
import { accountRoutes } from '#functions/user-profiles/account-routes.ts';
import { apiSettings, cognito, logger, now, table } from './parts.ts';

// A change of password whose answer was lost would, sent again, be told as a wrong current password.
const client = cognito({ maxAttempts: 1 });

export const handler = createApi(
  accountRoutes,
  {
    table: table(),
    logger,
    now,
    changePassword: cognitoChangePassword(client),
    hasAuthenticator: cognitoHasAuthenticator(client),
  },
  apiSettings(),
);
