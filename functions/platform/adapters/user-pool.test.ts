import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PoolUnderTest, startPoolUnderTest, USER_POOL_ID } from '#local/aws/cognito/amplify-test-client.ts';
import { totpCode } from '#local/aws/cognito/sign-in.ts';
import { cognitoHasAuthenticator, cognitoUserPool } from './user-pool.ts';

describe('whether somebody has an authenticator app', () => {
  const email = 'admin@example.com';
  let pool: PoolUnderTest;
  beforeAll(async () => {
    pool = await startPoolUnderTest();
    await pool.addUser(email);
  });
  afterAll(() => pool.close());

  const has = (token: string) => cognitoHasAuthenticator(pool.sdk)(token);
  const begun = async () => (await pool.signIn(email)).AuthenticationResult ?? {};

  it('S-08 is seen with their own session, when one is set up and when it is turned off behind our back', async () => {
    const { AccessToken = '' } = await begun();
    expect(await has(AccessToken)).toBe(false);
    const { SecretCode: secret = '' } = await pool.sdk.associateSoftwareToken({ AccessToken });
    await pool.sdk.verifySoftwareToken({ AccessToken, UserCode: totpCode(secret, pool.now()) });
    // Known, but not asked for yet.
    expect(await has(AccessToken)).toBe(false);
    const settings = (Enabled: boolean) => ({ Enabled, PreferredMfa: Enabled });
    await pool.sdk.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: settings(true) });
    expect(await has(AccessToken)).toBe(true);
    await pool.sdk.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: settings(false) });
    expect(await has(AccessToken)).toBe(false);
  });

  it('S-08 is not answered for a session that is over', async () => {
    const { AccessToken = '' } = await begun();
    await cognitoUserPool(pool.sdk, USER_POOL_ID).turnOffAuthenticator(email);
    await expect(has(AccessToken)).rejects.toMatchObject({ kind: 'unauthenticated' });
    await expect(has('no-token')).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});
