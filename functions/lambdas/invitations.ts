import { setting } from '#functions/platform/adapters/env.ts';
import { cognitoUserPool } from '#functions/platform/adapters/user-pool.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { invitationRoutes } from '#functions/team/invitations/routes.ts';
import { table } from './wiring/table.ts';
import { apiSettings, cognito } from './wiring.ts';

const newUsers = cognitoUserPool(cognito(), setting('USER_POOL_ID'));

export const handler = createApi(invitationRoutes, { table: table(), newUsers }, apiSettings());
