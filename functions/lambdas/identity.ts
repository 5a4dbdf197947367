import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { setting } from '#functions/adapters/environment.ts';
import { cognitoUserPool } from '#functions/adapters/user-pool.ts';
import { createWorker } from '#functions/kernel/worker.ts';
import { onMemberStatus } from '#functions/workers/identity/on-member-status.ts';
import { logger, table } from './parts.ts';

const userPool = cognitoUserPool(new CognitoIdentityProviderClient({}), setting('USER_POOL_ID'));
const follow = onMemberStatus({ table: table(), userPool });

export const handler = createWorker({ 'member.deactivated': follow, 'member.reactivated': follow }, { logger });
