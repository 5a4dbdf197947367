import { cognitoChangePassword } from '#functions/adapters/user-pool.ts';
import { createApi } from '#functions/kernel/api.ts';
import { passwordRoutes } from '#functions/user-profiles/password-routes.ts';
import { apiSettings, cognito, logger, now, table } from './parts.ts';

const changePassword = cognitoChangePassword(cognito());

export const handler = createApi(passwordRoutes, { table: table(), logger, now, changePassword }, apiSettings());
