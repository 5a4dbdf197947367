import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_ID, PASSWORD, type PoolUnderTest, startPoolUnderTest, USER_POOL_ID } from './pool-under-test.ts';
import { totpCode } from './totp.ts';

let pool: PoolUnderTest;
beforeAll(async () => {
  pool = await startPoolUnderTest();
});
afterAll(() => pool.close());

const forgot = (Username: string) => pool.sdk.forgotPassword({ ClientId: CLIENT_ID, Username });
const confirm = (Username: string, ConfirmationCode: string, Password = 'Different8') =>
  pool.sdk.confirmForgotPassword({ ClientId: CLIENT_ID, Username, ConfirmationCode, Password });
const mailedCode = () => /\b\d{6}\b/.exec(pool.mails.at(-1)?.text ?? '')?.[0] ?? '';
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const mismatch = { name: 'CodeMismatchException' };
const expired = { name: 'ExpiredCodeException' };
const limit = { name: 'LimitExceededException' };

describe('reset codes', () => {
  it('live for an hour', async () => {
    await pool.addUser('hour@example.com');
    await forgot('hour@example.com');
    pool.advance(60 * 60_000);
    await expect(confirm('hour@example.com', mailedCode())).rejects.toMatchObject(expired);
  });

  it('are void once a newer one is out', async () => {
    await pool.addUser('newer@example.com');
    await forgot('newer@example.com');
    const older = mailedCode();
    await forgot('newer@example.com');
    const newer = mailedCode();
    if (older !== newer) await expect(confirm('newer@example.com', older)).rejects.toMatchObject(mismatch);
    await confirm('newer@example.com', newer);
  });

  it('are closed after five wrong guesses', async () => {
    await pool.addUser('guess@example.com');
    await forgot('guess@example.com');
    const code = mailedCode();
    for (let guess = 1; guess <= 5; guess += 1) {
      await expect(confirm('guess@example.com', otherCode(code))).rejects.toMatchObject(mismatch);
    }
    await expect(confirm('guess@example.com', code)).rejects.toMatchObject(limit);
    await forgot('guess@example.com');
    await confirm('guess@example.com', mailedCode());
  });

  it('are kept when the new password is refused', async () => {
    await pool.addUser('policy@example.com');
    await forgot('policy@example.com');
    const weak = confirm('policy@example.com', mailedCode(), 'alllowercase1');
    await expect(weak).rejects.toMatchObject({ name: 'InvalidPasswordException' });
    await confirm('policy@example.com', mailedCode());
    expect((await pool.signIn('policy@example.com', 'Different8')).AuthenticationResult).toBeDefined();
  });

  it('open a locked account', async () => {
    await pool.addUser('relocked@example.com');
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await expect(pool.signIn('relocked@example.com', 'Wrong0000')).rejects.toThrow();
    }
    await forgot('relocked@example.com');
    await confirm('relocked@example.com', mailedCode());
    expect((await pool.signIn('relocked@example.com', 'Different8')).AuthenticationResult).toBeDefined();
  });

  it('are sent ten times an hour at most', async () => {
    await pool.addUser('often@example.com');
    for (let request = 1; request <= 10; request += 1) await forgot('often@example.com');
    await expect(forgot('often@example.com')).rejects.toMatchObject(limit);
    pool.advance(60 * 60_000);
    await forgot('often@example.com');
  });

  it('go to verified addresses of active users only', async () => {
    await pool.addUser('gone@example.com');
    await pool.addUser('unverified@example.com');
    const unverified = { UserPoolId: USER_POOL_ID, Username: 'unverified@example.com' };
    await pool.sdk.adminUpdateUserAttributes({
      ...unverified,
      UserAttributes: [{ Name: 'email_verified', Value: 'false' }],
    });
    await pool.sdk.adminDisableUser({ UserPoolId: USER_POOL_ID, Username: 'gone@example.com' });
    const before = pool.mails.length;
    const answers = await Promise.all(['gone@example.com', 'unverified@example.com', 'nobody@example.com'].map(forgot));
    expect(answers.map(({ CodeDeliveryDetails }) => CodeDeliveryDetails?.DeliveryMedium)).toEqual([
      'EMAIL',
      'EMAIL',
      'EMAIL',
    ]);
    expect(pool.mails).toHaveLength(before);
  });
});

describe('the password policy', () => {
  it.each([
    ['Short1a', 'Password not long enough'],
    ['lowercase1', 'Password must have uppercase characters'],
    ['UPPERCASE1', 'Password must have lowercase characters'],
    ['NoDigitsHere', 'Password must have numeric characters'],
  ])('refuses %s', async (Password, reason) => {
    await pool.addUser(`${Password}@example.com`);
    const input = { UserPoolId: USER_POOL_ID, Username: `${Password}@example.com`, Password, Permanent: true };
    await expect(pool.sdk.adminSetUserPassword(input)).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: `Password did not conform with policy: ${reason}`,
    });
  });
});

describe('authenticator apps', () => {
  async function bearerOf(email: string) {
    await pool.addUser(email);
    const { AuthenticationResult } = await pool.signIn(email);
    return { AccessToken: AuthenticationResult?.AccessToken ?? '' };
  }
  const on = { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } };

  it('cannot be demanded before one is confirmed', async () => {
    const bearer = await bearerOf('unconfirmed@example.com');
    await expect(pool.sdk.setUserMFAPreference({ ...bearer, ...on })).rejects.toThrow('not verified software token');
    await expect(pool.sdk.verifySoftwareToken({ ...bearer, UserCode: '123456' })).rejects.toMatchObject({
      name: 'SoftwareTokenMFANotFoundException',
    });
    const sms = pool.sdk.setUserMFAPreference({ ...bearer, SMSMfaSettings: { Enabled: true } });
    await expect(sms).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  it('stay in force until a new one is confirmed', async () => {
    const bearer = await bearerOf('phone@example.com');
    const { SecretCode: old = '' } = await pool.sdk.associateSoftwareToken(bearer);
    await pool.sdk.verifySoftwareToken({ ...bearer, UserCode: totpCode(old, pool.now()) });
    await pool.sdk.setUserMFAPreference({ ...bearer, ...on });
    await pool.sdk.associateSoftwareToken(bearer);
    pool.advance(30_000);
    const { Session } = await pool.signIn('phone@example.com');
    const answer = await pool.sdk.respondToAuthChallenge({
      ClientId: CLIENT_ID,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { USERNAME: 'phone@example.com', SOFTWARE_TOKEN_MFA_CODE: totpCode(old, pool.now()) },
    });
    expect(answer.AuthenticationResult?.AccessToken).toBeDefined();
  });

  it('give three tries per sign-in, and wrong codes lock like wrong passwords', async () => {
    const bearer = await bearerOf('tries@example.com');
    const { SecretCode = '' } = await pool.sdk.associateSoftwareToken(bearer);
    await pool.sdk.verifySoftwareToken({ ...bearer, UserCode: totpCode(SecretCode, pool.now()) });
    await pool.sdk.setUserMFAPreference({ ...bearer, ...on });
    const far = new Date(pool.now().getTime() + 3_600_000);
    const answer = (Session: string | undefined) =>
      pool.sdk.respondToAuthChallenge({
        ClientId: CLIENT_ID,
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        Session,
        ChallengeResponses: { USERNAME: 'tries@example.com', SOFTWARE_TOKEN_MFA_CODE: totpCode(SecretCode, far) },
      });
    const first = await pool.signIn('tries@example.com');
    for (let guess = 1; guess <= 3; guess += 1) await expect(answer(first.Session)).rejects.toMatchObject(mismatch);
    await expect(answer(first.Session)).rejects.toThrow('session is expired');
    const second = await pool.signIn('tries@example.com');
    for (let guess = 1; guess <= 2; guess += 1) await expect(answer(second.Session)).rejects.toMatchObject(mismatch);
    await expect(pool.signIn('tries@example.com')).rejects.toThrow('Password attempts exceeded');
  });
});

it('answers CodeDeliveryFailureException when the mailbox is away', async () => {
  await pool.addUser('undelivered@example.com');
  pool.failMail();
  await expect(forgot('undelivered@example.com')).rejects.toMatchObject({ name: 'CodeDeliveryFailureException' });
  expect((await pool.signIn('undelivered@example.com', PASSWORD)).AuthenticationResult).toBeDefined();
});
