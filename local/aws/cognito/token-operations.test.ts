import { createHmac, createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CLIENT_ID,
  type PoolUnderTest,
  startPoolUnderTest,
  USER_POOL_ID,
} from '#tests/support/engines/amplify-test-client.ts';

let pool: PoolUnderTest;
beforeAll(async () => {
  pool = await startPoolUnderTest();
});
afterAll(() => pool.close());

async function signInAs(email: string) {
  await pool.addUser(email);
  const { AuthenticationResult } = await pool.signIn(email);
  return { access: AuthenticationResult?.AccessToken ?? '', refresh: AuthenticationResult?.RefreshToken ?? '' };
}

async function refresh(RefreshToken: string) {
  const { AuthenticationResult } = await pool.sdk.getTokensFromRefreshToken({ ClientId: CLIENT_ID, RefreshToken });
  return { access: AuthenticationResult?.AccessToken ?? '', refresh: AuthenticationResult?.RefreshToken ?? '' };
}

const getUser = (AccessToken: string) => pool.sdk.getUser({ AccessToken });

describe('refresh tokens', () => {
  it('S-08 rotates a refresh token, accepts the old one for ten seconds, then rejects it', async () => {
    const first = await signInAs('rotation@example.com');
    const second = await refresh(first.refresh);
    expect(second.refresh).not.toBe(first.refresh);
    pool.advance(10_000);
    const retried = await refresh(first.refresh);
    expect(new Set([first.refresh, second.refresh, retried.refresh]).size).toBe(3);
    pool.advance(1);
    await expect(refresh(first.refresh)).rejects.toMatchObject({ name: 'RefreshTokenReuseException' });
    expect((await refresh(second.refresh)).access).not.toBe('');
    expect((await refresh(retried.refresh)).access).not.toBe('');
  });

  it('S-08 revokes all tokens of one sign-in, and no other', async () => {
    const first = await signInAs('revoked@example.com');
    const second = await refresh(first.refresh);
    const { AuthenticationResult: other } = await pool.signIn('revoked@example.com');
    await pool.sdk.revokeToken({ ClientId: CLIENT_ID, Token: first.refresh });
    await expect(refresh(second.refresh)).rejects.toThrow('Refresh Token has been revoked');
    await expect(getUser(first.access)).rejects.toThrow('Access Token has been revoked');
    await expect(getUser(second.access)).rejects.toThrow('Access Token has been revoked');
    expect((await getUser(other?.AccessToken ?? '')).Username).toBeDefined();
  });

  it.each(['adminUserGlobalSignOut', 'adminDisableUser'] as const)('ends refresh tokens with %s', async (end) => {
    const Username = `${end.toLowerCase()}@example.com`;
    const tokens = await signInAs(Username);
    await pool.sdk[end]({ UserPoolId: USER_POOL_ID, Username });
    await expect(refresh(tokens.refresh)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(getUser(tokens.access)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });
});

describe('access tokens', () => {
  it('accepts an access token for fifteen minutes', async () => {
    const { access } = await signInAs('minutes@example.com');
    pool.advance(15 * 60_000 - 1000);
    expect((await getUser(access)).UserAttributes).toContainEqual({ Name: 'email', Value: 'minutes@example.com' });
    pool.advance(1000);
    await expect(getUser(access)).rejects.toThrow('Access Token has expired');
  });

  it('rejects forged access tokens', async () => {
    const { access } = await signInAs('forged@example.com');
    const { AuthenticationResult } = await pool.signIn('forged@example.com');
    const [header = '', payload = '', signature = ''] = access.split('.');
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    const publicKey = createPublicKey({ key: { ...pool.jwks().keys[0] }, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    });
    const hmacHeader = encode({ ...decode(header), alg: 'HS256' });
    const hmac = createHmac('sha256', publicKey).update(`${hmacHeader}.${payload}`).digest('base64url');
    const forgeries = [
      `${encode({ ...decode(header), alg: 'none' })}.${payload}.`,
      `${hmacHeader}.${payload}.${hmac}`,
      `${header}.${encode({ ...decode(payload), sub: 'somebody-else' })}.${signature}`,
      `${encode({ ...decode(header), kid: 'other' })}.${payload}.${signature}`,
      `${header}.${payload}.`,
      AuthenticationResult?.IdToken ?? '',
      AuthenticationResult?.RefreshToken ?? '',
      'a.b.c',
    ];
    for (const forgery of forgeries) {
      await expect(getUser(forgery)).rejects.toMatchObject({ message: 'Invalid Access Token' });
    }
    expect((await getUser(access)).Username).toBe(decode(payload).sub);
  });
});
