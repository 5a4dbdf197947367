import { setting } from '#functions/adapters/environment.ts';
import { cognitoUserPool } from '#functions/adapters/user-pool.ts';
import { invitationRoutes } from '#functions/invitations/invitation-routes.ts';
import { createApi } from '#functions/kernel/api.ts';
import { apiSettings, cognito, logger, now, table } from './parts.ts';

const userPool = cognitoUserPool(cognito(), setting('USER_POOL_ID'));

export const handler = createApi(invitationRoutes, { table: table(), logger, now, userPool }, apiSettings());
