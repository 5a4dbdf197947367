import { Amplify } from 'aws-amplify';
import {
  confirmResetPassword,
  confirmSignIn,
  fetchAuthSession,
  fetchMFAPreference,
  fetchUserAttributes,
  resetPassword,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  updatePassword,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CLIENT_ID, PASSWORD, type PoolUnderTest, startPoolUnderTest, USER_POOL_ID } from './pool-under-test.ts';
import { totpCode } from './totp.ts';

let pool: PoolUnderTest;
const storage = new Map<string, string>();

function useAmplify(userPoolEndpoint: string): void {
  Amplify.configure({
    Auth: {
      Cognito: { userPoolId: USER_POOL_ID, userPoolClientId: CLIENT_ID, userPoolEndpoint, loginWith: { email: true } },
    },
  });
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void storage.set(key, value),
    getItem: async (key) => storage.get(key) ?? null,
    removeItem: async (key) => void storage.delete(key),
    clear: async () => storage.clear(),
  });
}

beforeAll(async () => {
  // Amplify warns that the endpoint is a custom one.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  pool = await startPoolUnderTest();
  useAmplify(pool.url);
});
afterEach(async () => {
  await signOut();
  storage.clear();
});
afterAll(() => pool.close());

const refreshToken = () => [...storage].find(([key]) => key.endsWith('.refreshToken'))?.[1] ?? '';
const refresh = (RefreshToken: string) => pool.sdk.getTokensFromRefreshToken({ ClientId: CLIENT_ID, RefreshToken });
const done = { isSignedIn: true, nextStep: { signInStep: 'DONE' } };
const wrong = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };

describe('signing in with Amplify', () => {
  it('S-08 proves the password by SRP, in any letter case of the address, and gets tokens production would take', async () => {
    await pool.addUser('Owner@whitcomb-ames.example');
    expect(await signIn({ username: 'oWNER@whitcomb-ames.example', password: PASSWORD })).toEqual(done);
    const { tokens } = await fetchAuthSession();
    const access = await pool.verifier('access').verify(String(tokens?.accessToken));
    const id = await pool.verifier('id').verify(String(tokens?.idToken));
    expect(access).toMatchObject({
      iss: `https://cognito-idp.us-east-1.amazonaws.com/${USER_POOL_ID}`,
      client_id: CLIENT_ID,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      username: access.sub,
    });
    expect(access.exp - access.iat).toBe(15 * 60);
    expect(id).toMatchObject({ sub: access.sub, email: 'Owner@whitcomb-ames.example', email_verified: true });
    expect(id.origin_jti).toBe(access.origin_jti);
    expect(await fetchUserAttributes()).toMatchObject({ email: 'Owner@whitcomb-ames.example' });
  });

  it('S-08 answers the same for a wrong password and an unknown address', async () => {
    await pool.addUser('known@example.com');
    await expect(signIn({ username: 'known@example.com', password: 'Wrong0000' })).rejects.toMatchObject(wrong);
    await expect(signIn({ username: 'unknown@example.com', password: PASSWORD })).rejects.toMatchObject(wrong);
  });

  it('demands a password of one’s own after a temporary one, and holds it to the policy', async () => {
    await pool.sdk.adminCreateUser({
      UserPoolId: USER_POOL_ID,
      Username: 'new@example.com',
      DesiredDeliveryMediums: ['EMAIL'],
    });
    const mail = pool.mails.at(-1);
    expect(mail).toMatchObject({ to: 'new@example.com', subject: 'Your temporary password' });
    const password = /password (\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await expect(signIn({ username: 'new@example.com', password: `${password}x` })).rejects.toMatchObject(wrong);
    const { nextStep } = await signIn({ username: 'new@example.com', password });
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED');
    await expect(confirmSignIn({ challengeResponse: 'nocapitals1' })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: 'Password did not conform with policy: Password must have uppercase characters',
    });
    const options = { userAttributes: { given_name: 'Nora' } };
    expect(await confirmSignIn({ challengeResponse: PASSWORD, options })).toEqual(done);
    expect(await fetchUserAttributes()).toMatchObject({ given_name: 'Nora', email: 'new@example.com' });
    await signOut();
    await expect(signIn({ username: 'new@example.com', password })).rejects.toMatchObject(wrong);
    expect(await signIn({ username: 'new@example.com', password: PASSWORD })).toEqual(done);
  });
});

describe('the session in Amplify', () => {
  it('S-08 is renewed with a new refresh token, and ends with the sign-out', async () => {
    await pool.addUser('session@example.com');
    await signIn({ username: 'session@example.com', password: PASSWORD });
    const before = (await fetchAuthSession()).tokens?.accessToken.payload;
    const first = refreshToken();
    const after = (await fetchAuthSession({ forceRefresh: true })).tokens?.accessToken.payload;
    expect(after?.jti).not.toBe(before?.jti);
    expect(after).toMatchObject({ sub: before?.sub, origin_jti: before?.origin_jti, auth_time: before?.auth_time });
    const second = refreshToken();
    expect(second).not.toBe(first);
    await signOut();
    expect((await fetchAuthSession()).tokens).toBeUndefined();
    await expect(refresh(second)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Refresh Token has been revoked',
    });
  });

  it('is renewed by itself once the access token is over', async () => {
    await pool.addUser('idle@example.com');
    await signIn({ username: 'idle@example.com', password: PASSWORD });
    const before = (await fetchAuthSession()).tokens?.accessToken.payload;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
    pool.advance(16 * 60_000);
    try {
      const after = (await fetchAuthSession()).tokens?.accessToken.payload;
      expect(Number(after?.iat) - Number(before?.iat)).toBe(16 * 60);
    } finally {
      pool.advance(-16 * 60_000);
      vi.useRealTimers();
    }
  });

  it('ends everywhere with a global sign-out', async () => {
    await pool.addUser('everywhere@example.com');
    const elsewhere = await pool.signIn('everywhere@example.com');
    await signIn({ username: 'everywhere@example.com', password: PASSWORD });
    await signOut({ global: true });
    await expect(refresh(elsewhere.AuthenticationResult?.RefreshToken ?? '')).rejects.toThrow('has been revoked');
  });
});

describe('passwords in Amplify', () => {
  it('are reset with a mailed code that counts once', async () => {
    await pool.addUser('forgetful@example.com');
    const { nextStep } = await resetPassword({ username: 'Forgetful@example.com' });
    expect(nextStep).toMatchObject({
      resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE',
      codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'f***@e***' },
    });
    const mail = pool.mails.at(-1);
    expect(mail?.to).toBe('forgetful@example.com');
    const confirmationCode = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
    const reset = { username: 'forgetful@example.com', confirmationCode, newPassword: 'Different8' };
    await confirmResetPassword(reset);
    await expect(confirmResetPassword(reset)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
    await expect(signIn({ username: 'forgetful@example.com', password: PASSWORD })).rejects.toMatchObject(wrong);
    expect(await signIn({ username: 'forgetful@example.com', password: 'Different8' })).toEqual(done);
  });

  it('are changed by who knows the old one', async () => {
    await pool.addUser('careful@example.com');
    await signIn({ username: 'careful@example.com', password: PASSWORD });
    await expect(updatePassword({ oldPassword: 'Wrong0000', newPassword: 'Different8' })).rejects.toMatchObject(wrong);
    await expect(updatePassword({ oldPassword: PASSWORD, newPassword: 'short1A' })).rejects.toThrow('not long enough');
    await updatePassword({ oldPassword: PASSWORD, newPassword: 'Different8' });
    await signOut();
    expect(await signIn({ username: 'careful@example.com', password: 'Different8' })).toEqual(done);
  });
});

describe('authenticator apps in Amplify', () => {
  it('S-08 are asked for once they are set up, and a code counts once', async () => {
    await pool.addUser('totp@example.com');
    await signIn({ username: 'totp@example.com', password: PASSWORD });
    const setup = await setUpTOTP();
    expect(setup.getSetupUri('Stillwater').href).toContain(`secret=${setup.sharedSecret}`);
    await expect(verifyTOTPSetup({ code: '000000' })).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
    });
    const firstCode = totpCode(setup.sharedSecret, pool.now());
    await verifyTOTPSetup({ code: firstCode });
    await updateMFAPreference({ totp: 'PREFERRED' });
    expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' });
    await signOut();

    const { nextStep } = await signIn({ username: 'totp@example.com', password: PASSWORD });
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
    const wrongCode = confirmSignIn({ challengeResponse: '000000' });
    await expect(wrongCode).rejects.toMatchObject({ name: 'CodeMismatchException' });
    pool.advance(30_000);
    await expect(confirmSignIn({ challengeResponse: firstCode })).rejects.toMatchObject({
      name: 'ExpiredCodeException',
    });
    expect(await confirmSignIn({ challengeResponse: totpCode(setup.sharedSecret, pool.now()) })).toEqual(done);

    await updateMFAPreference({ totp: 'DISABLED' });
    await signOut();
    expect(await signIn({ username: 'totp@example.com', password: PASSWORD })).toEqual(done);
  });

  it('are set up during the first sign-in where the pool demands them', async () => {
    const strict = await startPoolUnderTest({ mfa: 'ON' });
    useAmplify(strict.url);
    try {
      await strict.addUser('admin@example.com');
      const { nextStep } = await signIn({ username: 'admin@example.com', password: PASSWORD });
      if (nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP') throw new Error(nextStep.signInStep);
      const secret = nextStep.totpSetupDetails.sharedSecret;
      await expect(confirmSignIn({ challengeResponse: '000000' })).rejects.toThrow('Code mismatch');
      expect(await confirmSignIn({ challengeResponse: totpCode(secret, strict.now()) })).toEqual(done);
      await signOut();
      strict.advance(30_000);
      const second = await signIn({ username: 'admin@example.com', password: PASSWORD });
      expect(second.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
      expect(await confirmSignIn({ challengeResponse: totpCode(secret, strict.now()) })).toEqual(done);
    } finally {
      await signOut();
      await strict.close();
      useAmplify(pool.url);
    }
  });
});
