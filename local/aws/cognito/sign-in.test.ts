import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CLIENT_ID,
  PASSWORD,
  type PoolUnderTest,
  startPoolUnderTest,
  USER_POOL_ID,
} from '#tests/support/engines/amplify-test-client.ts';
import { matchingTotpStep, totpCode } from './sign-in.ts';

let pool: PoolUnderTest;
beforeAll(async () => {
  pool = await startPoolUnderTest();
});
afterAll(() => pool.close());

const MINUTE = 60_000;
const wrong = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
const locked = { name: 'NotAuthorizedException', message: 'Password attempts exceeded' };
const user = (Username: string) => ({ UserPoolId: USER_POOL_ID, Username });

const startSrp = (USERNAME: string, SRP_A = 'abcdef0123456789') =>
  pool.sdk.initiateAuth({ ClientId: CLIENT_ID, AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME, SRP_A } });

async function answerSrp(USERNAME: string) {
  const { ChallengeParameters = {} } = await startSrp(USERNAME);
  return pool.sdk.respondToAuthChallenge({
    ClientId: CLIENT_ID,
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeResponses: {
      USERNAME: ChallengeParameters.USER_ID_FOR_SRP ?? '',
      PASSWORD_CLAIM_SECRET_BLOCK: ChallengeParameters.SECRET_BLOCK ?? '',
      PASSWORD_CLAIM_SIGNATURE: Buffer.alloc(32).toString('base64'),
      TIMESTAMP: 'Fri Nov 20 10:00:00 UTC 2026',
    },
  });
}

async function outcome(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'ok',
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

describe('wrong passwords', () => {
  it('S-08 locks the account from the fifth wrong password on, 1 s to 15 minutes', async () => {
    await pool.addUser('locked@example.com');
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await expect(pool.signIn('locked@example.com', 'Wrong0000')).rejects.toMatchObject(wrong);
    }
    const lockedSeconds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900];
    for (const seconds of lockedSeconds) {
      pool.advance(seconds * 1000 - 1);
      await expect(pool.signIn('locked@example.com')).rejects.toMatchObject(locked);
      pool.advance(1);
      await expect(pool.signIn('locked@example.com', 'Wrong0000')).rejects.toMatchObject(wrong);
    }
    pool.advance(900_000);
    expect(await outcome(pool.signIn('locked@example.com'))).toBe('ok');
    await expect(pool.signIn('locked@example.com', 'Wrong0000')).rejects.toMatchObject(wrong);
    expect(await outcome(pool.signIn('locked@example.com'))).toBe('ok');
  });

  it('locks the other ways of proving a password too', async () => {
    await pool.addUser('both@example.com');
    const { AuthenticationResult } = await pool.signIn('both@example.com');
    for (let attempt = 1; attempt <= 5; attempt += 1) await outcome(answerSrp('both@example.com'));
    await expect(pool.signIn('both@example.com')).rejects.toMatchObject(locked);
    const change = pool.sdk.changePassword({
      AccessToken: AuthenticationResult?.AccessToken,
      PreviousPassword: PASSWORD,
      ProposedPassword: 'Different8',
    });
    await expect(change).rejects.toMatchObject({ name: 'LimitExceededException' });
  });
});

describe('sign-in with a temporary password', () => {
  const temporary = 'Temporary1';
  const invite = (Username: string) =>
    pool.sdk.adminCreateUser({ ...user(Username), TemporaryPassword: temporary, MessageAction: 'SUPPRESS' });
  const choose = (Session: string | undefined, USERNAME: string, NEW_PASSWORD = PASSWORD) =>
    pool.sdk.respondToAuthChallenge({
      ClientId: CLIENT_ID,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session,
      ChallengeResponses: { USERNAME, NEW_PASSWORD },
    });

  it('accepts a session of one user, once, within three minutes', async () => {
    await invite('first@example.com');
    const challenge = await pool.signIn('first@example.com', temporary);
    expect(challenge.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    await expect(choose('made-up', 'first@example.com')).rejects.toThrow('session is expired');
    await expect(choose(challenge.Session, 'exists@example.com')).rejects.toThrow('Invalid session for the user.');
    pool.advance(3 * MINUTE);
    await expect(choose(challenge.Session, 'first@example.com')).rejects.toThrow('session is expired');
    const { Session } = await pool.signIn('first@example.com', temporary);
    expect((await choose(Session, 'first@example.com')).AuthenticationResult?.AccessToken).toBeDefined();
    await expect(choose(Session, 'first@example.com')).rejects.toThrow('session is expired');
  });
});

it('rejects a disabled user, revealing it only with the right password', async () => {
  await pool.addUser('left@example.com');
  const { AuthenticationResult } = await pool.signIn('left@example.com');
  await pool.sdk.adminDisableUser(user('left@example.com'));
  await expect(pool.signIn('left@example.com')).rejects.toThrow('User is disabled.');
  await expect(pool.signIn('left@example.com', 'Wrong0000')).rejects.toMatchObject(wrong);
  await expect(pool.sdk.getUser({ AccessToken: AuthenticationResult?.AccessToken })).rejects.toThrow('revoked');
  await pool.sdk.adminEnableUser(user('left@example.com'));
  expect(await outcome(pool.signIn('left@example.com'))).toBe('ok');
});

// RFC 6238, appendix B: the ASCII secret 12345678901234567890 in base32, the last six digits of the SHA-1 column.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('time-based codes', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('creates the code of RFC 6238 at %i s', (seconds, code) => {
    expect(totpCode(SECRET, at(seconds))).toBe(code);
  });

  it('accepts codes at most one step early or late', () => {
    const code = totpCode(SECRET, at(1234567890));
    const step = Math.floor(1234567890 / 30);
    expect([-30, 0, 30].map((drift) => matchingTotpStep(SECRET, code, at(1234567890 + drift)))).toEqual([
      step,
      step,
      step,
    ]);
    expect([-60, 60].map((drift) => matchingTotpStep(SECRET, code, at(1234567890 + drift)))).toEqual([
      undefined,
      undefined,
    ]);
  });
});
