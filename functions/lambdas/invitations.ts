import { setting } from '#functions/adapters/env.ts';
import { cognitoUserPool } from '#functions/adapters/user-pool.ts';
import { invitationRoutes } from '#functions/invitations/routes.ts';
import { createApi } from '#functions/kernel/api.ts';
import { table } from './parts/table.ts';
import { apiSettings, cognito } from './parts.ts';

const newUsers = cognitoUserPool(cognito(), setting('USER_POOL_ID'));

export const handler = createApi(invitationRoutes, { table: table(), newUsers }, apiSettings());
