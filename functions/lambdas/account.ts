import { cognitoChangePassword, cognitoHasAuthenticator } from '#functions/adapters/user-pool.ts';
import { createApi } from '#functions/kernel/api.ts';
import { accountRoutes } from '#functions/user-profiles/account-routes.ts';
import { apiSettings, cognito, logger, now, table } from './parts.ts';

const client = cognito();

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
