import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import { firewallSeconds, signInLimits } from '#domain/shared/operations/deployment.ts';
import { openDurableDatabase } from '../dynamodb/durable-database.ts';
import { type Operation, type PlainAnswer, type Running, ServiceError, startJsonService } from '../json-service.ts';
import { accountOperations, mfaSettings, setMfaPreference } from './account-operations.ts';
import {
  assertClient,
  call,
  ExpiringMap,
  Lockout,
  type Mail,
  type Operations,
  type Pool,
  passwordText,
  ResetCodes,
  requireBearer,
  saveUser,
  text,
} from './pool.ts';
import { assertPasswordAllowed, createTemporaryPassword, signInOperations } from './sign-in.ts';
import { SignInStore } from './sign-in-store.ts';
import { createVerifier } from './srp.ts';
import {
  assertEmail,
  attributeList,
  describeMfa,
  describeUser,
  issueTokens,
  listAttributes,
  loadSigningKey,
  type User,
  UserStore,
} from './user-store.ts';

const poolInput = z.object({ UserPoolId: text });
const userInput = poolInput.extend({ Username: text });

const createInput = userInput.extend({
  UserAttributes: attributeList.default([]),
  TemporaryPassword: passwordText.optional(),
  MessageAction: z.literal('SUPPRESS'),
});

type CreateInput = z.output<typeof createInput>;

function adminOperations(pool: Pool): Operations {
  return {
    AdminCreateUser: call(createInput, (input) => {
      assertPool(pool, input.UserPoolId);
      return { User: describeUser(createUser(pool, input)) };
    }),
    AdminSetUserPassword: forUser(
      pool,
      userInput.extend({ Password: passwordText, Permanent: z.boolean().default(false) }),
      (user, { Password, Permanent }) => setPassword(pool, user, Password, Permanent),
    ),
    AdminGetUser: forUser(pool, userInput, (user) => {
      const { Attributes: _, ...described } = describeUser(user);
      return { ...described, UserAttributes: listAttributes(user), ...describeMfa(user) };
    }),
    AdminDisableUser: forUser(pool, userInput, (user) => {
      saveUser(pool, { ...user, enabled: false });
      pool.signIns.revokeAll(user.sub);
    }),
    AdminEnableUser: forUser(pool, userInput, (user) => void saveUser(pool, { ...user, enabled: true })),
    AdminSetUserMFAPreference: forUser(pool, userInput.extend(mfaSettings), setMfaPreference(pool)),
    AdminUserGlobalSignOut: forUser(pool, userInput, (user) => pool.signIns.revokeAll(user.sub)),
  };
}

/** Returns an operation on one user, found by id or email address. An undefined result becomes `{}`. */
function forUser<Input extends typeof userInput>(
  pool: Pool,
  input: Input,
  run: (user: User, input: z.output<Input>) => unknown,
): Operation {
  return call(input, (output) => {
    assertPool(pool, output.UserPoolId);
    return run(requireUser(pool, output.Username), output) ?? {};
  });
}

function createUser(pool: Pool, input: CreateInput): User {
  assertEmail(input.Username, 'Username should be an email.');
  if (pool.users.find(input.Username)) {
    throw new ServiceError('UsernameExistsException', 'User account already exists');
  }
  const sub = randomUUID();
  const now = new Date(pool.now()).toISOString();
  const temporary = input.TemporaryPassword ?? createTemporaryPassword();
  assertPasswordAllowed(temporary);
  const user: User = {
    sub,
    enabled: true,
    attributes: {
      email_verified: 'false',
      ...Object.fromEntries(input.UserAttributes.map(({ Name, Value }) => [Name, Value])),
      email: input.Username,
    },
    createdAt: now,
    modifiedAt: now,
    ...passwordState(pool, sub, temporary, false),
  };
  pool.users.save(user);
  return user;
}

function passwordState(pool: Pool, sub: string, password: string, permanent: boolean) {
  const verifier = createVerifier({ poolName: pool.name, userId: sub }, password);
  return { status: permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD', password: verifier } as const;
}

function setPassword(pool: Pool, user: User, password: string, permanent: boolean): void {
  assertPasswordAllowed(password);
  saveUser(pool, { ...user, ...passwordState(pool, user.sub, password, permanent) });
  pool.lockout.clear(user.sub);
}

function assertPool(pool: Pool, id: string): void {
  if (id === pool.id) return;
  throw new ServiceError('ResourceNotFoundException', `User pool ${id} does not exist.`);
}

function requireUser(pool: Pool, name: string): User {
  const user = pool.users.find(name);
  if (!user) throw new ServiceError('UserNotFoundException', 'User does not exist.');
  return user;
}

function tokenOperations(pool: Pool): Operations {
  return {
    GetTokensFromRefreshToken: call(z.object({ ClientId: text, RefreshToken: text }), (input) => {
      assertClient(pool, input.ClientId);
      const { refreshToken: RefreshToken, ...signIn } = pool.signIns.rotate(input.RefreshToken);
      const user = pool.users.find(signIn.sub);
      if (!user) throw new ServiceError('NotAuthorizedException', 'Invalid Refresh Token.');
      if (!user.enabled) throw new ServiceError('NotAuthorizedException', 'User is disabled.');
      return { AuthenticationResult: { ...issueTokens(pool.tokens, user, signIn, pool.now()), RefreshToken } };
    }),
    RevokeToken: call(z.object({ ClientId: text, Token: z.string().min(1) }), ({ ClientId, Token }) => {
      assertClient(pool, ClientId);
      pool.signIns.revoke(Token);
      return {};
    }),
    GlobalSignOut: call(z.object({ AccessToken: z.string().min(1) }), ({ AccessToken }) => {
      pool.signIns.revokeAll(requireBearer(pool, AccessToken).user.sub);
      return {};
    }),
  };
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS users (
    sub TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, document TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS sign_ins (
    origin_jti TEXT PRIMARY KEY, sub TEXT NOT NULL, auth_time INTEGER NOT NULL,
    expires_at INTEGER NOT NULL, revoked INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE INDEX IF NOT EXISTS sign_ins_by_user ON sign_ins (sub);
  CREATE TABLE IF NOT EXISTS refresh_tokens (
    hash TEXT PRIMARY KEY, rotated_at INTEGER,
    origin_jti TEXT NOT NULL REFERENCES sign_ins ON DELETE CASCADE) STRICT;
  CREATE INDEX IF NOT EXISTS refresh_tokens_by_sign_in ON refresh_tokens (origin_jti);
  CREATE TABLE IF NOT EXISTS reset_codes (
    user_id TEXT PRIMARY KEY, hash TEXT NOT NULL, expires_at INTEGER NOT NULL, wrong_guesses INTEGER NOT NULL,
    window_start INTEGER NOT NULL, issued_in_window INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS failed_attempts (
    user_id TEXT PRIMARY KEY, failures INTEGER NOT NULL, locked_until INTEGER NOT NULL,
    last_at INTEGER NOT NULL) STRICT;
`;

/**
 * The firewall in front of the pool (infra/constructs/firewall.ts): counts limited calls per address in a sliding
 * window and blocks the excess. Its responses have no CORS headers, so pages cannot read them.
 */
const signInFirewall = (now: () => number): ((request: IncomingMessage) => PlainAnswer | undefined) => {
  const calls = new Map<string, number[]>();
  return ({ headers, socket }) => {
    const [, operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
    const limit = Object.entries(signInLimits).find(([name]) => name === operation)?.[1];
    if (limit === undefined) return undefined;
    const name = `${operation} ${socket.remoteAddress}`;
    const recent = (calls.get(name) ?? []).filter((at) => at > now() - firewallSeconds * 1000);
    calls.set(name, [...recent, now()]);
    if (recent.length < limit) return undefined;
    return {
      status: 403,
      headers: { 'x-amzn-errortype': 'ForbiddenException', 'content-type': 'application/x-amz-json-1.1' },
      body: JSON.stringify({ message: 'Request not allowed due to WAF block.' }),
    };
  };
};

const CHALLENGE_MS = 3 * 60_000;
const ACCESS_TOKEN_SECONDS = 15 * 60;
const REFRESH_TOKEN_MS = 12 * 3_600_000;

interface CognitoOptions {
  port: number;
  /** Contains `cognito.sqlite` and `cognito-signing-key.pem`. */
  dataDir: string;
  /** As in AWS, `<region>_<name>`: clients and token verifiers read the region from it. */
  userPoolId: string;
  clientId: string;
  sendMail(mail: Mail): Promise<void>;
  /** Off where one machine signs many people in. */
  firewall?: 'on' | 'off';
  now?: () => Date;
}

export type Trigger = (event: object) => Promise<unknown>;

interface RunningPool extends Running {
  issuer: string;
  jwks(): { keys: JsonWebKey[] };
  /** Sets the trigger for sign-ins and forgotten passwords; the functions load after the pool. */
  onTrigger(trigger: Trigger): void;
}

/**
 * One user pool with one public app client: email addresses as case-insensitive user names, sign-up by administrators
 * only, optional authenticator app, rotating refresh tokens.
 */
export async function startCognito(options: CognitoOptions): Promise<RunningPool> {
  const [region = '', name = ''] = options.userPoolId.split('_');
  if (!/^[a-z]+-[a-z-]+-\d+$/.test(region) || !name) {
    throw new Error(`A user pool id looks like us-east-1_Local0001, not ${options.userPoolId}`);
  }
  const key = await loadSigningKey(join(options.dataDir, 'cognito-signing-key.pem'));
  const database = openDurableDatabase(join(options.dataDir, 'cognito.sqlite'), SCHEMA);
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
