import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { type Operation, operation, ServiceError } from '../json-service.ts';
import type { SignInStore } from './sign-in-store.ts';
import type { SrpExchange } from './srp.ts';
import { type AccessClaims, readAccessToken, type TokenSettings, type User, type UserStore } from './user-store.ts';

const HOUR_MS = 60 * 60_000;
const GUESSES_PER_CODE = 5;

/** Reset codes: six digits, valid for an hour, single use, five guesses, only the newest. */
export class ResetCodes {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
    database.prepare('DELETE FROM reset_codes WHERE expires_at < ?').run(now() - HOUR_MS);
  }

  issue(userId: string): string {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    this.#database
      .prepare('INSERT OR REPLACE INTO reset_codes VALUES (?, ?, ?, 0, 0, 0)')
      .run(userId, hashOf(userId, code), this.#now() + HOUR_MS);
    return code;
  }

  /** Uses the code up. Throws CodeMismatchException, ExpiredCodeException or LimitExceededException. */
  redeem(userId: string, code: string): void {
    const row = this.#database.prepare('SELECT * FROM reset_codes WHERE user_id = ?').get(userId);
    if (!row?.hash || Number(row.expires_at) <= this.#now()) {
      throw new ServiceError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
    }
    if (Number(row.wrong_guesses) >= GUESSES_PER_CODE)
      throw new ServiceError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
    if (row.hash !== hashOf(userId, code)) {
      this.#database.prepare('UPDATE reset_codes SET wrong_guesses = wrong_guesses + 1 WHERE user_id = ?').run(userId);
      throw new ServiceError('CodeMismatchException', 'Invalid verification code provided, please try again.');
    }
    this.#database.prepare(`UPDATE reset_codes SET hash = '' WHERE user_id = ?`).run(userId);
  }
}

function hashOf(userId: string, code: string): string {
  return createHash('sha256').update(`${userId}:${code}`).digest('hex');
}

const FREE_FAILURES = 4;
const LONGEST_LOCK_MS = 15 * 60_000;

/**
 * Locks an account from the fifth wrong password: 1 s, doubling with each further one up to 15 min. Attempts during a
 * lock do not count. 15 minutes without attempts, or a sign-in, reset it.
 */
export class Lockout {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
    database.prepare('DELETE FROM failed_attempts WHERE last_at < ?').run(now() - LONGEST_LOCK_MS);
  }

  isLocked(userId: string): boolean {
    const locked = this.#read(userId).lockedUntil > this.#now();
    if (locked) {
      this.#database.prepare('UPDATE failed_attempts SET last_at = ? WHERE user_id = ?').run(this.#now(), userId);
    }
    return locked;
  }

  assertOpen(userId: string): void {
    if (this.isLocked(userId)) throw new ServiceError('NotAuthorizedException', 'Password attempts exceeded');
  }

  recordFailure(userId: string): void {
    const failures = this.#read(userId).failures + 1;
    const over = failures - FREE_FAILURES;
    const lockMs = over > 0 ? Math.min(1000 * 2 ** (over - 1), LONGEST_LOCK_MS) : 0;
    this.#database
      .prepare(
        `INSERT INTO failed_attempts (user_id, failures, locked_until, last_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (user_id) DO UPDATE SET
           failures = excluded.failures, locked_until = excluded.locked_until, last_at = excluded.last_at`,
      )
      .run(userId, failures, this.#now() + lockMs, this.#now());
  }

  clear(userId: string): void {
    this.#database.prepare('DELETE FROM failed_attempts WHERE user_id = ?').run(userId);
  }

  #read(userId: string): { failures: number; lockedUntil: number } {
    const row = this.#database.prepare('SELECT * FROM failed_attempts WHERE user_id = ?').get(userId);
    const lockedUntil = Number(row?.locked_until ?? 0);
    const quietSince = Math.max(lockedUntil, Number(row?.last_at ?? 0));
    if (this.#now() - quietSince >= LONGEST_LOCK_MS) return { failures: 0, lockedUntil: 0 };
    return { failures: Number(row?.failures ?? 0), lockedUntil };
  }
}

interface Entry<Value> {
  value: Value;
  expiresAt: number;
}

/** Values that expire after `lifetimeMs`. In memory: a restart ends sign-ins in progress. */
export class ExpiringMap<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #now: () => number;
  readonly #lifetimeMs: number;

  constructor(now: () => number, lifetimeMs: number) {
    this.#now = now;
    this.#lifetimeMs = lifetimeMs;
  }

  put(key: string, value: Value): void {
    this.#forgetExpired();
    this.#entries.set(key, { value, expiresAt: this.#now() + this.#lifetimeMs });
  }

  get(key: string): Value | undefined {
    this.#forgetExpired();
    return this.#entries.get(key)?.value;
  }

  take(key: string): Value | undefined {
    const value = this.get(key);
    this.#entries.delete(key);
    return value;
  }

  // All entries have the same lifetime, so the oldest are first.
  #forgetExpired(): void {
    for (const [key, { expiresAt }] of this.#entries) {
      if (expiresAt > this.#now()) return;
      this.#entries.delete(key);
    }
  }
}

/** A password sign-in waiting for its proof. */
export interface PendingPassword {
  sub: string;
  exchange: SrpExchange;
}

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

export interface Pool {
  id: string;
  /** The part of the id after `_`, to which SRP binds passwords. */
  name: string;
  tokens: TokenSettings;
  users: UserStore;
  signIns: SignInStore;
  lockout: Lockout;
  resetCodes: ResetCodes;
  passwords: ExpiringMap<PendingPassword>;
  challenges: ExpiringMap<PendingChallenge>;
  now(): number;
  sendMail(mail: Mail): Promise<void>;
  /** Calls the pool's Lambda trigger, if any. Throws UserLambdaValidationException if it throws. */
  trigger(source: TriggerSource, user: User): Promise<void>;
}

export type TriggerSource =
  | 'PreAuthentication_Authentication'
  | 'PostAuthentication_Authentication'
  | 'PostConfirmation_ConfirmForgotPassword';

export type Operations = Record<string, Operation>;

/** Returns an operation whose input is validated as in Cognito, with InvalidParameterException. */
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

/** Returns the user and sign-in of an access token. Throws NotAuthorizedException. */
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

export function saveUser(pool: Pool, user: User): User {
  const saved = { ...user, modifiedAt: new Date(pool.now()).toISOString() };
  pool.users.save(saved);
  return saved;
}

export function openChallenge(pool: Pool, challenge: PendingChallenge): string {
  const session = randomBytes(48).toString('base64url');
  pool.challenges.put(session, challenge);
  return session;
}

/** Returns the challenge of a `Session`. It stays valid, so that a wrong response can be corrected. */
export function requireChallenge(pool: Pool, session: string): PendingChallenge {
  const challenge = pool.challenges.get(session);
  if (challenge) return challenge;
  throw new ServiceError('NotAuthorizedException', 'Invalid session for the user, session is expired.');
}
