import { setting } from '#functions/platform/adapters/env.ts';
import { cognitoUserPool } from '#functions/platform/adapters/user-pool.ts';
import { identityHandlers } from '#functions/team/worker/identity-worker.ts';
import { table } from './wiring/table.ts';
import { work } from './wiring/worker.ts';
import { cognito, now } from './wiring.ts';

export const handler = work(
  identityHandlers({
    table: table(),
    userPool: cognitoUserPool(cognito(), setting('USER_POOL_ID')),
    now,
    leaseSeconds: Number(setting('EFFECT_LEASE_SECONDS')),
  }),
);
