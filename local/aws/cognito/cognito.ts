import { join } from 'node:path';
import { type Running, ServiceError, startJsonService } from '../json-service.ts';
import { accountOperations } from './account-operations.ts';
import { adminOperations } from './admin-operations.ts';
import { ExpiringMap } from './expiring-map.ts';
import { Lockout } from './lockout.ts';
import type { Mail, Pool } from './pool.ts';
import { openPoolDatabase } from './pool-database.ts';
import { ResetCodes } from './reset-codes.ts';
import { signInOperations } from './sign-in.ts';
import { signInFirewall } from './sign-in-firewall.ts';
import { SignInStore } from './sign-in-store.ts';
import { loadSigningKey } from './signing-key.ts';
import { tokenOperations } from './token-operations.ts';
import { UserStore } from './user-store.ts';

const CHALLENGE_MS = 3 * 60_000;
const ACCESS_TOKEN_SECONDS = 15 * 60;
const REFRESH_TOKEN_MS = 12 * 3_600_000;

interface CognitoOptions {
  port: number;
  /** Holds `cognito.sqlite` and `cognito-signing-key.pem`. */
  dataDir: string;
  /** As in AWS, `<region>_<name>`: clients and token verifiers read the region from it. */
  userPoolId: string;
  clientId: string;
  /** Takes reset codes to the mailbox. */
  sendMail(mail: Mail): Promise<void>;
  /** Off where one machine signs many people in. */
  firewall?: 'on' | 'off';
  now?: () => Date;
}

/** Answers the event that it was called with, as a trigger does. */
export type Trigger = (event: object) => Promise<unknown>;

interface RunningPool extends Running {
  issuer: string;
  jwks(): { keys: JsonWebKey[] };
  /** Has this called at sign-ins and after a forgotten password; the functions are there later than the pool. */
  onTrigger(trigger: Trigger): void;
}

/**
 * One user pool with one public app client: e-mail addresses as user names in any letter case, sign-up by
 * administrators only, optional authenticator app, rotating refresh tokens, PreventUserExistenceErrors.
 */
export async function startCognito(options: CognitoOptions): Promise<RunningPool> {
  const [region = '', name = ''] = options.userPoolId.split('_');
  if (!/^[a-z]+-[a-z-]+-\d+$/.test(region) || !name) {
    throw new Error(`A user pool id looks like us-east-1_Local0001, not ${options.userPoolId}`);
  }
  const key = await loadSigningKey(join(options.dataDir, 'cognito-signing-key.pem'));
  const database = openPoolDatabase(join(options.dataDir, 'cognito.sqlite'));
  const now = () => (options.now?.() ?? new Date()).getTime();
  const issuer = `https://cognito-idp.${region}.amazonaws.com/${options.userPoolId}`;
  const pool: Pool = {
    id: options.userPoolId,
    name,
    tokens: { issuer, clientId: options.clientId, key, accessTokenSeconds: ACCESS_TOKEN_SECONDS },
    users: new UserStore(database),
    signIns: new SignInStore(database, now, REFRESH_TOKEN_MS),
    lockout: new Lockout(database, now),
    resetCodes: new ResetCodes(database, now),
    passwords: new ExpiringMap(now, CHALLENGE_MS),
    challenges: new ExpiringMap(now, CHALLENGE_MS),
    now,
    sendMail: (mail) => deliver(options, mail),
    trigger: async (triggerSource, user) => {
      const { userPoolId, clientId } = options;
      const callerContext = { awsSdkVersion: 'local', clientId };
      const request = { userAttributes: { ...user.attributes, sub: user.sub } };
      const event = { version: '1', region, userPoolId, userName: user.sub, callerContext, triggerSource };
      await trigger?.({ ...event, request, response: {} }).catch((error: Error) => {
        throw new ServiceError('UserLambdaValidationException', `${triggerSource} failed with error ${error.message}.`);
      });
    },
  };
  let trigger: Trigger | undefined;
  const jwks = () => ({ keys: [key.jwk] });
  const running = await startJsonService({
    port: options.port,
    target: 'AWSCognitoIdentityProviderService',
    cors: true,
    firewall: options.firewall === 'off' ? undefined : signInFirewall(now),
    operations: {
      ...signInOperations(pool),
      ...tokenOperations(pool),
      ...accountOperations(pool),
      ...adminOperations(pool),
    },
    routes: {
      [`/${options.userPoolId}/.well-known/jwks.json`]: () => ({
        headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
        body: JSON.stringify(jwks()),
      }),
    },
  });
  const close = async () => {
    await running.close();
    database.close();
  };
  const onTrigger = (given: Trigger): void => {
    trigger = given;
  };
  return { ...running, close, issuer, jwks, onTrigger };
}

async function deliver(options: CognitoOptions, mail: Mail): Promise<void> {
  try {
    await options.sendMail(mail);
  } catch (error) {
    process.stderr.write(`Cognito could not send a mail: ${String(error)}\n`);
    throw new ServiceError('CodeDeliveryFailureException', 'Unable to deliver the message.');
  }
}
