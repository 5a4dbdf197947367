import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import * as z from 'zod';
import { writeDurably } from '../child-process.ts';
import { ServiceError } from '../json-service.ts';
import type { SignIn } from './sign-in-store.ts';

const userSchema = z.object({
  sub: z.string(),
  enabled: z.boolean(),
  status: z.enum(['CONFIRMED', 'FORCE_CHANGE_PASSWORD']),
  /** By Cognito's names, without `sub`; every value is text, also `email_verified`. */
  attributes: z.record(z.string(), z.string()).and(z.object({ email: z.string() })),
  password: z.object({ salt: z.string(), verifier: z.string() }),
  totp: z
    .object({
      secret: z.string(),
      enabled: z.boolean(),
      /** Time step of the last used code: a code counts once. */
      lastStep: z.number(),
    })
    .optional(),
  /** Shown to the user, not yet confirmed by a first code. */
  pendingTotpSecret: z.string().optional(),
  createdAt: z.iso.datetime(),
  modifiedAt: z.iso.datetime(),
});

export type User = z.infer<typeof userSchema>;

const parseUser = (document: string): User => userSchema.parse(JSON.parse(document));

export const attributeList = z.array(z.object({ Name: z.string(), Value: z.string().max(2048).default('') }));
export function assertEmail(text: string, message: string): void {
  if (!/^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text)) throw new ServiceError('InvalidParameterException', message);
}

export function listAttributes(user: User): { Name: string; Value: string }[] {
  return Object.entries({ sub: user.sub, ...user.attributes }).map(([Name, Value]) => ({ Name, Value }));
}

/** Returns the user as in AdminCreateUser; dates are seconds since 1970. */
export function describeUser(user: User) {
  return {
    Username: user.sub,
    Attributes: listAttributes(user),
    UserCreateDate: Date.parse(user.createdAt) / 1000,
    UserLastModifiedDate: Date.parse(user.modifiedAt) / 1000,
    Enabled: user.enabled,
    UserStatus: user.status,
  };
}

export function describeMfa(user: User) {
  return user.totp?.enabled
    ? { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'], PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' }
    : {};
}

/** Returns `o***@w***`, as CodeDeliveryDetails shows where a code went. */
export function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  return `${name.charAt(0)}***@${domain.charAt(0)}***`;
}

export class UserStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  find(name: string): User | undefined {
    const row = this.#database
      .prepare('SELECT document FROM users WHERE sub = ? OR email = ?')
      .get(name, name.toLowerCase());
    return row && parseUser(String(row.document));
  }

  save(user: User): void {
    this.#database
      .prepare(
        `INSERT INTO users (sub, email, document) VALUES (?, ?, ?)
         ON CONFLICT (sub) DO UPDATE SET email = excluded.email, document = excluded.document`,
      )
      .run(user.sub, user.attributes.email.toLowerCase(), JSON.stringify(user));
  }
}

interface PublicJwk extends JsonWebKey {
  kid: string;
}

interface SigningKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
  jwk: PublicJwk;
}

/** Returns the pool's RS256 key, created at the first start in a file that only its owner can read. */
export async function loadSigningKey(path: string): Promise<SigningKey> {
  if (!existsSync(path)) {
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
    writeDurably(path, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  }
  chmodSync(path, 0o600);
  const privateKey = createPrivateKey(readFileSync(path));
  const publicKey = createPublicKey(privateKey);
  return { privateKey, publicKey, jwk: toJwk(publicKey) };
}

// The key id is the RFC 7638 thumbprint, so it need not be stored.
function toJwk(publicKey: KeyObject): PublicJwk {
  const { e, n, kty } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
  return { alg: 'RS256', e, kid, kty, n, use: 'sig' } as PublicJwk;
}

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

/** Issues an access and an ID token of a sign-in. `now` in milliseconds since 1970. */
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

/**
 * Returns the claims of an access token of this pool. Throws NotAuthorizedException for anything else or an expired
 * one.
 */
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
  const parsedHeader = z.object({ alg: z.literal('RS256'), kid: z.literal(key.jwk.kid) }).safeParse(decode(header));
  const holds =
    parsedHeader.success &&
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
