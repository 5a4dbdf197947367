import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { type Operation, operation, ServiceError } from '../json-service.ts';
import type { ExpiringMap } from './expiring-map.ts';
import type { Lockout } from './lockout.ts';
import type { ResetCodes } from './reset-codes.ts';
import type { SignInStore } from './sign-in-store.ts';
import type { SrpExchange } from './srp.ts';
import { type AccessClaims, readAccessToken, type TokenSettings } from './tokens.ts';
import type { User } from './user.ts';
import type { UserStore } from './user-store.ts';

/** A password sign-in that waits for its proof. `sub` is missing for an account that does not exist. */
export interface PendingPassword {
  userId: string;
  sub?: string;
  exchange: SrpExchange;
}

/** A sign-in with the right password that waits for one more answer. */
export interface PendingChallenge {
  name: 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA';
  sub: string;
  wrongAnswers: number;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Everything the operations work on. */
export interface Pool {
  id: string;
  /** The part of the id after `_`, which SRP binds passwords to. */
  name: string;
  tokens: TokenSettings;
  users: UserStore;
  signIns: SignInStore;
  lockout: Lockout;
  resetCodes: ResetCodes;
  passwords: ExpiringMap<PendingPassword>;
  challenges: ExpiringMap<PendingChallenge>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Throws CodeDeliveryFailureException. */
  sendMail(mail: Mail): Promise<void>;
  /** Calls the pool's Lambda trigger, if there is one. Throws UserLambdaValidationException when that throws. */
  trigger(source: TriggerSource, user: User): Promise<void>;
}

/** When a pool calls its triggers, of what it can. */
export type TriggerSource =
  | 'PreAuthentication_Authentication'
  | 'PostAuthentication_Authentication'
  | 'PostConfirmation_ConfirmForgotPassword';

export type Operations = Record<string, Operation>;

/** An operation whose input is checked as Cognito checks it, with InvalidParameterException. */
export function call<Input extends z.ZodType>(input: Input, run: (input: z.output<Input>) => unknown): Operation {
  return operation(input, run, 'InvalidParameterException');
}

export const text = z.string().min(1).max(2048);
export const passwordText = z.string().min(1).max(256);
export const codeText = z.string().regex(/^\d{6}$/, 'a code has six digits');

export function assertClient(pool: Pool, clientId: string): void {
  if (clientId === pool.tokens.clientId) return;
  throw new ServiceError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
}

export function wrongCredentials(): ServiceError {
  return new ServiceError('NotAuthorizedException', 'Incorrect username or password.');
}

/** The user and the sign-in behind an access token. Throws NotAuthorizedException. */
export function requireBearer(pool: Pool, accessToken: string): { user: User; claims: AccessClaims } {
  const claims = readAccessToken(pool.tokens, accessToken, pool.now());
  if (pool.signIns.isRevoked(claims.originJti)) {
    throw new ServiceError('NotAuthorizedException', 'Access Token has been revoked');
  }
  const user = pool.users.find(claims.sub);
  if (!user) throw new ServiceError('UserNotFoundException', 'User does not exist.');
  if (!user.enabled) throw new ServiceError('NotAuthorizedException', 'User is disabled.');
  return { user, claims };
}

/** Saves a changed user with the time of the change. */
export function saveUser(pool: Pool, user: User): User {
  const saved = { ...user, modifiedAt: new Date(pool.now()).toISOString() };
  pool.users.save(saved);
  return saved;
}

/**
 * The id that passwords, locks and codes go by: the user's, or for an unknown name one that stays the same and looks
 * like any other (PreventUserExistenceErrors).
 */
export function userIdFor(pool: Pool, name: string, user: User | undefined): string {
  if (user) return user.sub;
  const hex = pool.users.derive(`id:${name.toLowerCase()}`).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Opens the next step of a sign-in and answers its `Session`. */
export function openChallenge(pool: Pool, challenge: PendingChallenge): string {
  const session = randomBytes(48).toString('base64url');
  pool.challenges.put(session, challenge);
  return session;
}

/** What `Session` stands for. It stays usable, so that a wrong answer can be corrected. */
export function requireChallenge(pool: Pool, session: string): PendingChallenge {
  const challenge = pool.challenges.get(session);
  if (challenge) return challenge;
  throw new ServiceError('NotAuthorizedException', 'Invalid session for the user, session is expired.');
}
