import { createHmac, randomBytes, randomInt } from 'node:crypto';
import * as z from 'zod';
import { ServiceError } from '../json-service.ts';
import {
  assertClient,
  call,
  type Operations,
  openChallenge,
  type PendingChallenge,
  type Pool,
  requireChallenge,
  saveUser,
  text,
  wrongCredentials,
} from './pool.ts';
import { claimHolds, createVerifier, openExchange, passwordFits } from './srp.ts';
import { issueTokens, type User } from './user-store.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30;

/** Returns a new 256-bit shared secret in base32 without padding, as Cognito's `SecretCode`. */
export function createTotpSecret(): string {
  return [...randomBytes(52)].map((byte) => ALPHABET[byte % 32]).join('');
}

/** Returns the six digits of an authenticator app at an instant (RFC 6238: SHA-1, 30 s). */
export function totpCode(secret: string, at: Date): string {
  return codeOfStep(secret, stepAt(at));
}

/** Returns the time step of this code, the current or a neighboring one; undefined for a wrong code. */
export function matchingTotpStep(secret: string, code: string, at: Date): number | undefined {
  const step = stepAt(at);
  return [step, step - 1, step + 1].find((candidate) => codeOfStep(secret, candidate) === code);
}

function stepAt(at: Date): number {
  return Math.floor(at.getTime() / 1000 / STEP_SECONDS);
}

function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';

/**
 * Throws InvalidPasswordException unless the password fits the pool's policy (D1: 8 characters, upper case, lower case,
 * digit).
 */
export function assertPasswordAllowed(password: string): void {
  const missing =
    (password.length < 8 && 'Password not long enough') ||
    (!/[A-Z]/.test(password) && 'Password must have uppercase characters') ||
    (!/[a-z]/.test(password) && 'Password must have lowercase characters') ||
    (!/[0-9]/.test(password) && 'Password must have numeric characters') ||
    (/^\s|\s$/.test(password) && 'Password must not start or end with a space');
  if (missing) throw new ServiceError('InvalidPasswordException', `Password did not conform with policy: ${missing}`);
}

/** Returns a password that fits the policy, without characters that look alike. */
export function createTemporaryPassword(): string {
  const pick = (letters: string) => letters.charAt(randomInt(letters.length));
  const rest = Array.from({ length: 9 }, () => pick(LOWER + UPPER + DIGITS));
  return [pick(UPPER), pick(LOWER), pick(DIGITS), ...rest].join('');
}

const MAX_WRONG_ANSWERS = 3;

const texts = z.record(z.string(), z.string()).default({});
const initiateInput = z.object({ ClientId: text, AuthFlow: text, AuthParameters: texts });
const respondInput = z.object({
  ClientId: text,
  ChallengeName: text,
  ChallengeResponses: texts,
  Session: z.string().optional(),
});

type Texts = z.output<typeof texts>;
type Response = z.output<typeof respondInput>;

// Production's app client allows only SRP; the password flow is for local scripts.
const FLOWS: Record<string, (pool: Pool, parameters: Texts) => unknown> = {
  USER_SRP_AUTH: startSrp,
  USER_PASSWORD_AUTH: signInWithPassword,
};

const ANSWERS: Record<string, (pool: Pool, response: Response) => unknown> = {
  PASSWORD_VERIFIER: verifyPassword,
  NEW_PASSWORD_REQUIRED: setNewPassword,
  SOFTWARE_TOKEN_MFA: verifyTotp,
};

export function signInOperations(pool: Pool): Operations {
  return {
    InitiateAuth: call(initiateInput, ({ ClientId, AuthFlow, AuthParameters }) => {
      assertClient(pool, ClientId);
      const flow = Object.hasOwn(FLOWS, AuthFlow) && FLOWS[AuthFlow];
      if (!flow) throw invalid('Initiate Auth method not supported.');
      return flow(pool, AuthParameters);
    }),
    RespondToAuthChallenge: call(respondInput, (response) => {
      assertClient(pool, response.ClientId);
      const answer = Object.hasOwn(ANSWERS, response.ChallengeName) && ANSWERS[response.ChallengeName];
      if (!answer) throw invalid('Challenge response not supported.');
      return answer(pool, response);
    }),
  };
}

async function startSrp(pool: Pool, parameters: Texts) {
  const name = required(parameters, 'USERNAME');
  const user = await beginSignIn(pool, name);
  const exchange = openExchange(user.password, required(parameters, 'SRP_A'));
  const secretBlock = randomBytes(256).toString('base64');
  pool.passwords.put(secretBlock, { sub: user.sub, exchange });
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      USERNAME: user.sub,
      USER_ID_FOR_SRP: user.sub,
      SALT: user.password.salt,
      SRP_B: exchange.serverPublic,
      SECRET_BLOCK: secretBlock,
    },
  };
}

function verifyPassword(pool: Pool, { ChallengeResponses: answers }: Response) {
  const secretBlock = required(answers, 'PASSWORD_CLAIM_SECRET_BLOCK');
  const claim = {
    secretBlock,
    timestamp: required(answers, 'TIMESTAMP'),
    signature: required(answers, 'PASSWORD_CLAIM_SIGNATURE'),
  };
  const pending = pool.passwords.take(secretBlock);
  if (!pending || required(answers, 'USERNAME') !== pending.sub) throw wrongCredentials();
  pool.lockout.assertOpen(pending.sub);
  const holds = claimHolds({ poolName: pool.name, userId: pending.sub }, pending.exchange, claim);
  return afterPassword(pool, pool.users.find(pending.sub), holds);
}

async function signInWithPassword(pool: Pool, parameters: Texts) {
  const user = await beginSignIn(pool, required(parameters, 'USERNAME'));
  pool.lockout.assertOpen(user.sub);
  const identity = { poolName: pool.name, userId: user.sub };
  return afterPassword(pool, user, passwordFits(identity, required(parameters, 'PASSWORD'), user.password));
}

async function beginSignIn(pool: Pool, name: string): Promise<User> {
  const user = pool.users.find(name);
  if (!user) throw wrongCredentials();
  await pool.trigger('PreAuthentication_Authentication', user);
  return user;
}

function afterPassword(pool: Pool, user: User | undefined, correct: boolean) {
  if (!user) throw wrongCredentials();
  if (!correct) {
    pool.lockout.recordFailure(user.sub);
    throw wrongCredentials();
  }
  if (!user.enabled) throw new ServiceError('NotAuthorizedException', 'User is disabled.');
  if (user.status === 'CONFIRMED') return afterFirstFactor(pool, user);
  return challenge(pool, user, 'NEW_PASSWORD_REQUIRED', {
    userAttributes: JSON.stringify(user.attributes),
    requiredAttributes: '[]',
  });
}

function setNewPassword(pool: Pool, response: Response) {
  const { user, session } = requireUser(pool, response);
  const password = required(response.ChallengeResponses, 'NEW_PASSWORD');
  assertPasswordAllowed(password);
  pool.challenges.take(session);
  const saved = saveUser(pool, {
    ...user,
    status: 'CONFIRMED',
    password: createVerifier({ poolName: pool.name, userId: user.sub }, password),
  });
  return afterFirstFactor(pool, saved);
}

function afterFirstFactor(pool: Pool, user: User) {
  if (!user.totp?.enabled) return complete(pool, user);
  return challenge(pool, user, 'SOFTWARE_TOKEN_MFA', { FRIENDLY_DEVICE_NAME: 'Authenticator app' });
}

function verifyTotp(pool: Pool, response: Response) {
  const { user, session, pending } = requireUser(pool, response);
  pool.lockout.assertOpen(user.sub);
  const code = required(response.ChallengeResponses, 'SOFTWARE_TOKEN_MFA_CODE');
  const step = user.totp && matchingTotpStep(user.totp.secret, code, new Date(pool.now()));
  if (!user.totp || step === undefined) {
    pool.lockout.recordFailure(user.sub);
    pending.wrongAnswers += 1;
    if (pending.wrongAnswers >= MAX_WRONG_ANSWERS) pool.challenges.take(session);
    throw new ServiceError('CodeMismatchException', 'Invalid code received for user');
  }
  if (step <= user.totp.lastStep) {
    throw new ServiceError('ExpiredCodeException', 'Your software token has already been used once.');
  }
  pool.challenges.take(session);
  return complete(pool, saveUser(pool, { ...user, totp: { ...user.totp, lastStep: step } }));
}

async function complete(pool: Pool, user: User) {
  pool.lockout.clear(user.sub);
  await pool.trigger('PostAuthentication_Authentication', user);
  const { refreshToken, ...signIn } = pool.signIns.begin(user.sub);
  const tokens = issueTokens(pool.tokens, user, signIn, pool.now());
  return { ChallengeParameters: {}, AuthenticationResult: { ...tokens, RefreshToken: refreshToken } };
}

function challenge(pool: Pool, user: User, name: PendingChallenge['name'], parameters: Texts) {
  const Session = openChallenge(pool, { name, sub: user.sub, wrongAnswers: 0 });
  return { ChallengeName: name, Session, ChallengeParameters: { USER_ID_FOR_SRP: user.sub, ...parameters } };
}

function requireUser(pool: Pool, response: Response): { user: User; session: string; pending: PendingChallenge } {
  const session = response.Session ?? '';
  const pending = requireChallenge(pool, session);
  const user = pool.users.find(required(response.ChallengeResponses, 'USERNAME'));
  if (!user || user.sub !== pending.sub || pending.name !== response.ChallengeName) {
    throw new ServiceError('NotAuthorizedException', 'Invalid session for the user.');
  }
  if (!user.enabled) throw new ServiceError('NotAuthorizedException', 'User is disabled.');
  return { user, session, pending };
}

function required(parameters: Texts, name: string): string {
  const value = parameters[name];
  if (!value) throw invalid(`Missing required parameter ${name}`);
  return value;
}

function invalid(message: string): ServiceError {
  return new ServiceError('InvalidParameterException', message);
}
