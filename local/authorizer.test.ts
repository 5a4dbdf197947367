import { createHmac, createSign, generateKeyPairSync, type KeyObject, type webcrypto } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createAuthorizer } from './authorizer.ts';

const issuer = 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Test0001';
const clientId = 'client-of-the-staff-site';
const pool = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

const jwkOf = (key: KeyObject, kid: string) => ({
  ...(key.export({ format: 'jwk' }) as webcrypto.JsonWebKey & { kty: string }),
  kid,
  alg: 'RS256',
  use: 'sig' as const,
});
const jwks = () => ({ keys: [jwkOf(pool.publicKey, 'current')] });

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = () => Math.floor(Date.now() / 1000);
const accessClaims = () => ({
  sub: 'c5b2f3a0-0000-4000-8000-000000000001',
  iss: issuer,
  client_id: clientId,
  token_use: 'access',
  scope: 'aws.cognito.signin.user.admin',
  'cognito:groups': ['super_admin', 'night shift'],
  auth_time: seconds(),
  iat: seconds(),
  exp: seconds() + 900,
});
const header = { alg: 'RS256', kid: 'current', typ: 'JWT' };

const signed = (key: KeyObject, head: object, claims: object, hash = 'RSA-SHA256') => {
  const input = `${encode(head)}.${encode(claims)}`;
  return `${input}.${createSign(hash).update(input).sign(key).toString('base64url')}`;
};
const good = (claims: object = {}, head: object = {}) =>
  signed(pool.privateKey, { ...header, ...head }, { ...accessClaims(), ...claims });
const hmac = (head: object, secret: string | Buffer) => {
  const input = `${encode(head)}.${encode(accessClaims())}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
};
const parts = (token: string) => token.split('.') as [string, string, string];
const without = (name: string) => {
  const { [name]: _, ...rest } = accessClaims() as Record<string, unknown>;
  return signed(pool.privateKey, header, rest);
};

const publicPem = pool.publicKey.export({ type: 'spki', format: 'pem' });
const forgeries: [string, () => string][] = [
  ['no signature at all', () => parts(good()).slice(0, 2).join('.')],
  ['an empty signature', () => `${parts(good()).slice(0, 2).join('.')}.`],
  ['alg none without signature', () => `${encode({ ...header, alg: 'none' })}.${encode(accessClaims())}.`],
  ['HS256 with the public key as PEM', () => hmac({ ...header, alg: 'HS256' }, publicPem)],
  ['HMAC that claims RS256', () => hmac(header, publicPem)],
  ["a stranger's key under our key id", () => signed(stranger.privateKey, header, accessClaims())],
  [
    "a stranger's key under its own id",
    () => signed(stranger.privateKey, { ...header, kid: 'strange' }, accessClaims()),
  ],
  [
    'a key brought along in the header',
    () => signed(stranger.privateKey, { ...header, jwk: jwkOf(stranger.publicKey, 'current') }, accessClaims()),
  ],
  ['no key id', () => good({}, { kid: undefined })],
  ['another pool of the same region', () => good({ iss: issuer.replace('Test0001', 'Other002') })],
  ['no issuer', () => without('iss')],
  ['another client', () => good({ client_id: 'client-of-somebody-else' })],
  ['another audience beside our client id', () => good({ aud: 'client-of-somebody-else' })],
  ['expired', () => good({ exp: seconds() - 2 })],
  ['no expiry', () => without('exp')],
  ['not valid before tomorrow', () => good({ nbf: seconds() + 86_400 })],
  ['issued in the future', () => good({ iat: seconds() + 3600 })],
  [
    'claims swapped under a good signature',
    () => `${parts(good())[0]}.${encode({ ...accessClaims(), sub: 'somebody-else' })}.${parts(good())[2]}`,
  ],
  ['cut short', () => good().slice(0, -12)],
  ['garbage in three parts', () => 'a.b.c'],
];

const authorizer = () => createAuthorizer({ issuer, clientId, jwks });

describe('JWT authorizer', () => {
  it.each(forgeries)('S-07 rejects forged tokens: %s', async (_, forge) => {
    expect(await authorizer()(`Bearer ${forge()}`)).toBeUndefined();
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz'])('S-07 rejects the header %s', async (value) => {
    expect(await authorizer()(value)).toBeUndefined();
  });

  it('accepts an access token with or without Bearer, and passes its claims as text', async () => {
    const token = good();
    const claims = await authorizer()(`Bearer ${token}`);
    expect(claims).toMatchObject({
      client_id: clientId,
      token_use: 'access',
      'cognito:groups': '[super_admin night shift]',
    });
    expect(Object.values(claims ?? {}).every((value) => typeof value === 'string')).toBe(true);
    expect(await authorizer()(token)).toEqual(claims);
  });

  it('S-07 rejects an expired token that it accepted before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const authorize = authorizer();
    const token = good();
    for (let n = 0; n < 3; n += 1) expect(await authorize(token)).toBeDefined();
    vi.setSystemTime(Date.now() + 901_000);
    expect(await authorize(token)).toBeUndefined();
    vi.useRealTimers();
  });

  it('accepts an ID token, as AWS does: the functions check token_use', async () => {
    const { client_id: _, ...claims } = accessClaims();
    const token = signed(pool.privateKey, header, { ...claims, aud: clientId, token_use: 'id' });
    expect(await authorizer()(`Bearer ${token}`)).toMatchObject({ aud: clientId, token_use: 'id' });
  });

  it('S-07 reads the key set again for a new key id, but not for every unknown one', async () => {
    const next = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const keys = [jwkOf(pool.publicKey, 'current')];
    let reads = 0;
    let time = Date.now();
    const authorize = createAuthorizer({
      issuer,
      clientId,
      now: () => time,
      jwks: () => {
        reads += 1;
        return { keys: [...keys] };
      },
    });
    expect(await authorize(good())).toBeDefined();
    for (let n = 0; n < 50; n += 1) expect(await authorize(good({}, { kid: `unknown-${n}` }))).toBeUndefined();
    expect(reads).toBe(1);
    keys.push(jwkOf(next.publicKey, 'rotated'));
    const rotated = signed(next.privateKey, { ...header, kid: 'rotated' }, accessClaims());
    expect(await authorize(rotated)).toBeUndefined();
    time += 31_000;
    expect(await authorize(rotated)).toBeDefined();
    expect(reads).toBe(2);
  });
});
