import { setting } from '#functions/platform/adapters/env.ts';
import { cognitoUserPool } from '#functions/platform/adapters/user-pool.ts';
import { invitationRoutes } from '#functions/team/invitations/routes.ts';
import { serve } from './wiring/api.ts';
import { table } from './wiring/table.ts';
import { cognito } from './wiring.ts';

const newUsers = cognitoUserPool(cognito(), setting('USER_POOL_ID'));

export const handler = serve(invitationRoutes, { table: table(), newUsers });
