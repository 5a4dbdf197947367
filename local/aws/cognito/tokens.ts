import { randomUUID, sign, verify } from 'node:crypto';
import * as z from 'zod';
import { ServiceError } from '../json-service.ts';
import type { SignIn } from './sign-in-store.ts';
import type { SigningKey } from './signing-key.ts';
import type { User } from './user.ts';

export interface TokenSettings {
  issuer: string;
  clientId: string;
  key: SigningKey;
  accessTokenSeconds: number;
}

export interface AccessClaims {
  sub: string;
  originJti: string;
}

/** A fresh pair of access and id token for a sign-in. `now` in milliseconds since 1970. */
export function issueTokens(settings: TokenSettings, user: User, signIn: SignIn, now: number) {
  const iat = Math.floor(now / 1000);
  const shared = {
    sub: user.sub,
    iss: settings.issuer,
    origin_jti: signIn.originJti,
    event_id: randomUUID(),
    auth_time: Math.floor(signIn.authTime / 1000),
    iat,
    exp: iat + settings.accessTokenSeconds,
  };
  const access = {
    ...shared,
    jti: randomUUID(),
    token_use: 'access',
    client_id: settings.clientId,
    scope: 'aws.cognito.signin.user.admin',
    username: user.sub,
  };
  const id = {
    ...shared,
    ...idAttributes(user.attributes),
    jti: randomUUID(),
    token_use: 'id',
    aud: settings.clientId,
    'cognito:username': user.sub,
  };
  return {
    AccessToken: signJwt(settings.key, access),
    IdToken: signJwt(settings.key, id),
    ExpiresIn: settings.accessTokenSeconds,
    TokenType: 'Bearer',
  };
}

function idAttributes({ email_verified, ...texts }: Record<string, string>) {
  return { ...texts, email_verified: email_verified === 'true' };
}

const accessSchema = z.object({
  sub: z.string(),
  iss: z.string(),
  client_id: z.string(),
  origin_jti: z.string(),
  token_use: z.literal('access'),
  exp: z.number(),
});

/** The claims of one of this pool's access tokens. Throws NotAuthorizedException for anything else or when it is over. */
export function readAccessToken(settings: TokenSettings, token: string, now: number): AccessClaims {
  const claims = accessSchema.safeParse(verifiedPayload(settings.key, token));
  if (!claims.success || claims.data.iss !== settings.issuer || claims.data.client_id !== settings.clientId) {
    throw new ServiceError('NotAuthorizedException', 'Invalid Access Token');
  }
  if (claims.data.exp * 1000 <= now) throw new ServiceError('NotAuthorizedException', 'Access Token has expired');
  return { sub: claims.data.sub, originJti: claims.data.origin_jti };
}

function signJwt(key: SigningKey, payload: object): string {
  const signed = `${encode({ kid: key.jwk.kid, alg: 'RS256' })}.${encode(payload)}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key.privateKey).toString('base64url')}`;
}

function verifiedPayload(key: SigningKey, token: string): unknown {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const known = z.object({ alg: z.literal('RS256'), kid: z.literal(key.jwk.kid) }).safeParse(decode(header));
  const holds =
    known.success &&
    verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), key.publicKey, Buffer.from(signature, 'base64url'));
  return holds ? decode(payload) : undefined;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
