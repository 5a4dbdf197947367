import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { cognitoChangePassword } from '#functions/adapters/user-pool.ts';
import { createApi } from '#functions/kernel/api.ts';
import { passwordRoutes } from '#functions/user-profiles/password-routes.ts';
import { apiSettings, logger, now, table } from './parts.ts';

const changePassword = cognitoChangePassword(new CognitoIdentityProviderClient({}));

export const handler = createApi(passwordRoutes, { table: table(), logger, now, changePassword }, apiSettings());
