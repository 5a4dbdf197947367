import { setting } from '#functions/platform/adapters/env.ts';
import { cognitoUserPool } from '#functions/platform/adapters/user-pool.ts';
import { onAuthenticatorReset } from '#functions/team/worker/on-authenticator-reset.ts';
import { onMemberStatus } from '#functions/team/worker/on-member-status.ts';
import { table as makeTable } from './wiring/table.ts';
import { work } from './wiring/worker.ts';
import { cognito, now } from './wiring.ts';

const table = makeTable();
const userPool = cognitoUserPool(cognito(), setting('USER_POOL_ID'));
const follow = onMemberStatus({ table, userPool, now });
const leaseSeconds = Number(setting('EFFECT_LEASE_SECONDS'));

export const handler = work({
  'member.deactivated': follow,
  'member.reactivated': follow,
  'member.authenticator-reset': onAuthenticatorReset({ table, userPool, now, leaseSeconds }),
});
