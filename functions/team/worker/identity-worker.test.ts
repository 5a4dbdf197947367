import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import { cognitoUserPool } from '#functions/platform/adapters/user-pool.ts';
import {
  CLIENT_ID,
  type PoolUnderTest,
  startPoolUnderTest,
  USER_POOL_ID,
} from '#local/aws/cognito/amplify-test-client.ts';
import { totpCode } from '#local/aws/cognito/sign-in.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { onAuthenticatorReset } from './on-authenticator-reset.ts';
import { onMemberStatus } from './on-member-status.ts';

describe('the user pool follows the team', () => {
  let harness: Harness;
  let tenant: Tenant;
  let pool: PoolUnderTest;
  beforeAll(async () => {
    [harness, pool] = await Promise.all([startHarness(), startPoolUnderTest()]);
    tenant = await harness.addTenant('whitcomb-ames');
    for (const { email } of Object.values(tenant.profiles)) await pool.addUser(email);
  });
  afterAll(() => Promise.all([harness.close(), pool.close()]));

  const now = () => new Date();
  const userPool = () => cognitoUserPool(pool.sdk, USER_POOL_ID);
  const envelopeFor = ({ id }: Profile) => ({
    id: randomUUID(),
    organization_id: tenant.id,
    occurred_at: new Date().toISOString(),
    request_id: 'request',
    payload: { profile_id: id },
  });
  const reset = (delivery: Parameters<ReturnType<typeof onAuthenticatorReset>>[0]) =>
    onAuthenticatorReset({ table: harness.table, userPool: userPool(), now, leaseSeconds: 20 })(delivery);
  /** Signs in with the password; answers what is asked for next, or the tokens. */
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

  it('S-08 asks a member whose app was reset for no code, and ends the sessions they had', async () => {
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
    const refresh = () =>
      pool.sdk.getTokensFromRefreshToken({ ClientId: CLIENT_ID, RefreshToken: old?.RefreshToken ?? '' });

    const envelope = envelopeFor(member);
    await reset({ envelope });
    expect((await signIn(member)).AuthenticationResult?.AccessToken).toBeDefined();
    await expect(refresh()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    expect((await signIn(tenant.profiles.coordinator)).ChallengeName).toBeUndefined();

    // The app that is set up now stays, though the same message comes again.
    await setUpApp(member);
    await reset({ envelope });
    await reset({ envelope });
    expect((await signIn(member)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    // Another loss is another event.
    await reset({ envelope: envelopeFor(member) });
    expect((await signIn(member)).AuthenticationResult?.AccessToken).toBeDefined();
  });

  it('S-08 does nothing for who has no app, is gone, or belongs to another organization', async () => {
    const member = tenant.profiles.office_staff;
    await reset({ envelope: envelopeFor(member) });
    expect((await signIn(member)).AuthenticationResult?.AccessToken).toBeDefined();
    const app = tenant.profiles.super_admin;
    await setUpApp(app);
    await reset({ envelope: { ...envelopeFor(app), organization_id: randomUUID() } });
    expect((await signIn(app)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
  });

  it('S-05 lets nobody sign in who is deactivated, whatever the order of the events', async () => {
    const { super_admin: boss, coordinator: member } = tenant.profiles;
    const follow = onMemberStatus({ table: harness.table, userPool: userPool(), now });
    const old = (await signIn(member)).AuthenticationResult;
    const params = { id: member.id };
    await harness.call(teamEndpoints.deactivateMember, { as: boss, params });
    // What is delivered is a word of yesterday: the profile decides.
    await follow({ envelope: envelopeFor(member) });
    await expect(signIn(member)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    const RefreshToken = old?.RefreshToken ?? '';
    await expect(pool.sdk.getTokensFromRefreshToken({ ClientId: CLIENT_ID, RefreshToken })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    await harness.call(teamEndpoints.reactivateMember, { as: boss, params });
    await follow({ envelope: envelopeFor(member) });
    await follow({ envelope: envelopeFor(member) });
    expect((await signIn(member)).AuthenticationResult?.AccessToken).toBeDefined();
  });

  it('S-05 ends in the state of the profile when somebody changes their mind while the pool is told', async () => {
    const { super_admin: boss, funeral_home_admin: member } = tenant.profiles;
    const options = { as: boss, params: { id: member.id } };
    await harness.call(teamEndpoints.deactivateMember, options);
    const real = userPool();
    const slow = {
      ...real,
      async disable(email: string) {
        // Both of it happens before this worker has told the pool of the first.
        await harness.call(teamEndpoints.reactivateMember, options);
        await onMemberStatus({ table: harness.table, userPool: real, now })({ envelope: envelopeFor(member) });
        await real.disable(email);
      },
    };
    await onMemberStatus({ table: harness.table, userPool: slow, now })({ envelope: envelopeFor(member) });
    expect((await signIn(member)).AuthenticationResult?.AccessToken).toBeDefined();
  });
});
