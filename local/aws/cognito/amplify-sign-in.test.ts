import { confirmSignIn, fetchAuthSession, fetchUserAttributes, signIn, signOut } from 'aws-amplify/auth';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  CLIENT_ID,
  PASSWORD,
  type PoolUnderTest,
  SIGNED_IN,
  startPoolUnderTest,
  USER_POOL_ID,
  useAmplify,
  WRONG_CREDENTIALS,
} from '#tests/support/engines/amplify-test-client.ts';

let pool: PoolUnderTest;
let storage: Map<string, string>;

beforeAll(async () => {
  pool = await startPoolUnderTest();
  storage = useAmplify(pool.url);
});
afterEach(() => signOut());
afterAll(() => pool.close());

const refreshToken = () => [...storage].find(([key]) => key.endsWith('.refreshToken'))?.[1] ?? '';
const refresh = (RefreshToken: string) => pool.sdk.getTokensFromRefreshToken({ ClientId: CLIENT_ID, RefreshToken });

describe('sign-in with Amplify', () => {
  it('S-08 uses SRP, ignores letter case of the address, and issues production-like tokens', async () => {
    await pool.addUser('Owner@whitcomb-ames.example');
    expect(await signIn({ username: 'oWNER@whitcomb-ames.example', password: PASSWORD })).toEqual(SIGNED_IN);
    const { tokens } = await fetchAuthSession();
    const access = await (await pool.verifier('access')).verify(String(tokens?.accessToken));
    const id = await (await pool.verifier('id')).verify(String(tokens?.idToken));
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

  it('S-08 responds equally to a wrong password and an unknown address', async () => {
    await pool.addUser('known@example.com');
    await expect(signIn({ username: 'known@example.com', password: 'Wrong0000' })).rejects.toMatchObject(
      WRONG_CREDENTIALS,
    );
    await expect(signIn({ username: 'unknown@example.com', password: PASSWORD })).rejects.toMatchObject(
      WRONG_CREDENTIALS,
    );
  });

  it('requires a new password by the policy after a temporary one', async () => {
    const password = 'Temporary1';
    const user = { UserPoolId: USER_POOL_ID, Username: 'new@example.com', MessageAction: 'SUPPRESS' as const };
    await pool.sdk.adminCreateUser({ ...user, TemporaryPassword: password });
    const { nextStep } = await signIn({ username: 'new@example.com', password });
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED');
    await expect(confirmSignIn({ challengeResponse: 'nocapitals1' })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: 'Password did not conform with policy: Password must have uppercase characters',
    });
    expect(await confirmSignIn({ challengeResponse: PASSWORD })).toEqual(SIGNED_IN);
    await signOut();
    await expect(signIn({ username: 'new@example.com', password })).rejects.toMatchObject(WRONG_CREDENTIALS);
    expect(await signIn({ username: 'new@example.com', password: PASSWORD })).toEqual(SIGNED_IN);
  });
});

describe('session in Amplify', () => {
  it('S-08 refreshes a session with a rotated token, until the sign-out', async () => {
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

  it('refreshes a session automatically when the access token expires', async () => {
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
});
