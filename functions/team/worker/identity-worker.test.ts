import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import { cognitoUserPool } from '#functions/platform/adapters/user-pool.ts';
import { totpCode } from '#local/aws/cognito/sign-in.ts';
import {
  CLIENT_ID,
  type PoolUnderTest,
  startPoolUnderTest,
  USER_POOL_ID,
} from '#tests/support/engines/amplify-test-client.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { onAuthenticatorReset, onMemberStatus } from './identity-worker.ts';

describe('user pool updates', () => {
  let harness: Harness;
  let tenant: Tenant;
  let pool: PoolUnderTest;
  beforeAll(async () => {
    [harness, pool] = await Promise.all([startHarness(), startPoolUnderTest()]);
    tenant = await harness.addTenant('whitcomb-ames');
    for (const { email } of Object.values(tenant.profiles)) await pool.addUser(email);
  });
  afterAll(() => Promise.all([harness.close(), pool.close()]));

  const refresh = (tokens?: { RefreshToken?: string | undefined }) =>
    pool.sdk.getTokensFromRefreshToken({ ClientId: CLIENT_ID, RefreshToken: tokens?.RefreshToken ?? '' });
  const ended = { name: 'NotAuthorizedException' };
  const now = () => new Date();
  const userPool = () => cognitoUserPool(pool.sdk, USER_POOL_ID);
  const envelopeFor = ({ id }: Profile) => ({
    ...{ id: randomUUID(), organization_id: tenant.id, occurred_at: new Date().toISOString() },
    ...{ request_id: 'request', payload: { profile_id: id } },
  });
  const reset = (delivery: Parameters<ReturnType<typeof onAuthenticatorReset>>[0]) =>
    onAuthenticatorReset({ table: harness.table, userPool: userPool(), now, leaseSeconds: 20 })(delivery);
  /** Signs in with the password; returns the next challenge, or the tokens. */
  const signIn = (member: Profile) => pool.signIn(member.email);
  const setUpApp = async (member: Profile): Promise<string> => {
    const AccessToken = (await signIn(member)).AuthenticationResult?.AccessToken;
    const { SecretCode: secret = '' } = await pool.sdk.associateSoftwareToken({ AccessToken });
    await pool.sdk.verifySoftwareToken({ AccessToken, UserCode: totpCode(secret, pool.now()) });
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
    await pool.sdk.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings });
    pool.advance(30_000);
    return secret;
  };

  it('S-08 asks for no code after a reset, and ends earlier sessions', async () => {
    const member = tenant.profiles.funeral_director;
    const secret = await setUpApp(member);
    const { ChallengeName, Session } = await signIn(member);
    expect(ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    const { AuthenticationResult: old } = await pool.sdk.respondToAuthChallenge({
      ClientId: CLIENT_ID,
      ChallengeName,
      Session,
      ChallengeResponses: { USERNAME: member.email, SOFTWARE_TOKEN_MFA_CODE: totpCode(secret, pool.now()) },
    });
    const envelope = envelopeFor(member);
    await reset({ envelope });
    expect((await signIn(member)).AuthenticationResult?.AccessToken).toBeDefined();
    await expect(refresh(old)).rejects.toMatchObject(ended);
    expect((await signIn(tenant.profiles.coordinator)).ChallengeName).toBeUndefined();

    // The repeated message does not turn off the app set up since.
    await setUpApp(member);
    await reset({ envelope });
    await reset({ envelope });
    expect((await signIn(member)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    // Another reset is another event.
    await reset({ envelope: envelopeFor(member) });
    expect((await signIn(member)).AuthenticationResult?.AccessToken).toBeDefined();
  });

  it('S-08 ignores members without an app, unknown ones and other organizations', async () => {
    const member = tenant.profiles.office_staff;
    await reset({ envelope: envelopeFor(member) });
    expect((await signIn(member)).AuthenticationResult?.AccessToken).toBeDefined();
    const app = tenant.profiles.super_admin;
    await setUpApp(app);
    await reset({ envelope: { ...envelopeFor(app), organization_id: randomUUID() } });
    expect((await signIn(app)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
  });

  it('S-05 blocks deactivated members, whatever the order of events', async () => {
    const { super_admin: boss, coordinator: member } = tenant.profiles;
    const follow = onMemberStatus({ table: harness.table, userPool: userPool(), now });
    const old = (await signIn(member)).AuthenticationResult;
    const params = { id: member.id };
    await harness.call(teamEndpoints.deactivateMember, { as: boss, params });
    // The event is outdated: the profile decides.
    await follow({ envelope: envelopeFor(member) });
    await expect(signIn(member)).rejects.toMatchObject(ended);
    await expect(refresh(old)).rejects.toMatchObject(ended);
    await harness.call(teamEndpoints.reactivateMember, { as: boss, params });
    await follow({ envelope: envelopeFor(member) });
    await follow({ envelope: envelopeFor(member) });
    expect((await signIn(member)).AuthenticationResult?.AccessToken).toBeDefined();
  });

  it("S-05 ends in the profile's state after concurrent changes", async () => {
    const { super_admin: boss, funeral_home_admin: member } = tenant.profiles;
    const options = { as: boss, params: { id: member.id } };
    await harness.call(teamEndpoints.deactivateMember, options);
    const real = userPool();
    const slow = {
      ...real,
      async disable(email: string) {
        // Both happen before this worker has updated the pool.
        await harness.call(teamEndpoints.reactivateMember, options);
        await onMemberStatus({ table: harness.table, userPool: real, now })({ envelope: envelopeFor(member) });
        await real.disable(email);
      },
    };
    await onMemberStatus({ table: harness.table, userPool: slow, now })({ envelope: envelopeFor(member) });
    expect((await signIn(member)).AuthenticationResult?.AccessToken).toBeDefined();
  });
});
