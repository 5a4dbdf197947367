import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '#local/aws/cognito/sign-in.ts';
import { type PoolUnderTest, startPoolUnderTest, USER_POOL_ID } from '#tests/support/engines/amplify-test-client.ts';
import { cognitoHasAuthenticator, cognitoUserPool } from './user-pool.ts';

describe('hasAuthenticator', () => {
  const email = 'admin@example.com';
  let pool: PoolUnderTest;
  beforeAll(async () => {
    pool = await startPoolUnderTest();
    await pool.addUser(email);
  });
  afterAll(() => pool.close());

  const has = (token: string) => cognitoHasAuthenticator(pool.sdk)(token);
  const begun = async () => (await pool.signIn(email)).AuthenticationResult ?? {};

  it("S-08 detects with the user's session that an app was set up or turned off", async () => {
    const { AccessToken = '' } = await begun();
    expect(await has(AccessToken)).toBe(false);
    const { SecretCode: secret = '' } = await pool.sdk.associateSoftwareToken({ AccessToken });
    await pool.sdk.verifySoftwareToken({ AccessToken, UserCode: totpCode(secret, pool.now()) });
    // Set up in the pool, but not yet part of the session.
    expect(await has(AccessToken)).toBe(false);
    const settings = (Enabled: boolean) => ({ Enabled, PreferredMfa: Enabled });
    await pool.sdk.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: settings(true) });
    expect(await has(AccessToken)).toBe(true);
    await pool.sdk.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: settings(false) });
    expect(await has(AccessToken)).toBe(false);
  });

  it('S-08 throws for an expired session', async () => {
    const { AccessToken = '' } = await begun();
    await cognitoUserPool(pool.sdk, USER_POOL_ID).turnOffAuthenticator(email);
    await expect(has(AccessToken)).rejects.toMatchObject({ kind: 'unauthenticated' });
    await expect(has('no-token')).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});
