import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { atomically } from '#local/aws/dynamodb/durable-database.ts';
import { ServiceError } from '../json-service.ts';

const GRACE_MS = 10_000;

/** A sign-in and its tokens, which share the claim `originJti`. */
export interface SignIn {
  originJti: string;
  sub: string;
  authTime: number;
}

interface RefreshedSignIn extends SignIn {
  refreshToken: string;
}

export class SignInStore {
  readonly #database: DatabaseSync;
  readonly #now: () => number;
  readonly #lifetimeMs: number;

  constructor(database: DatabaseSync, now: () => number, lifetimeMs: number) {
    this.#database = database;
    this.#now = now;
    this.#lifetimeMs = lifetimeMs;
    // An access token can outlive the last refresh by up to a day and is looked up here until then.
    database.prepare('DELETE FROM sign_ins WHERE expires_at < ?').run(now() - 86_400_000);
  }

  begin(sub: string): RefreshedSignIn {
    const signIn = { originJti: randomUUID(), sub, authTime: this.#now() };
    return atomically(this.#database, () => {
      this.#database
        .prepare('INSERT INTO sign_ins (origin_jti, sub, auth_time, expires_at) VALUES (?, ?, ?, ?)')
        .run(signIn.originJti, sub, signIn.authTime, signIn.authTime + this.#lifetimeMs);
      return { ...signIn, refreshToken: this.#addToken(signIn.originJti) };
    });
  }

  /**
   * Exchanges a refresh token for its successor with the same expiry. The old one still works for 10 s, so that a
   * client that lost the response can retry; later use is rejected as reuse.
   */
  rotate(token: string): RefreshedSignIn {
    return atomically(this.#database, () => {
      const row = this.#find(token);
      if (!row) throw new ServiceError('NotAuthorizedException', 'Invalid Refresh Token.');
      if (row.revoked) throw new ServiceError('NotAuthorizedException', 'Refresh Token has been revoked');
      if (row.expiresAt <= this.#now()) {
        throw new ServiceError('NotAuthorizedException', 'Refresh Token has expired');
      }
      if (row.rotatedAt !== undefined && row.rotatedAt + GRACE_MS < this.#now()) {
        throw new ServiceError('RefreshTokenReuseException', 'Refresh token has been invalidated by rotation.');
      }
      this.#database
        .prepare('UPDATE refresh_tokens SET rotated_at = coalesce(rotated_at, ?) WHERE hash = ?')
        .run(this.#now(), hashOf(token));
      return { ...row.signIn, refreshToken: this.#addToken(row.signIn.originJti) };
    });
  }

  revoke(token: string): void {
    this.#database
      .prepare(
        `UPDATE sign_ins SET revoked = 1
         WHERE origin_jti = (SELECT origin_jti FROM refresh_tokens WHERE hash = ?)`,
      )
      .run(hashOf(token));
  }

  revokeAll(sub: string): void {
    this.#database.prepare('UPDATE sign_ins SET revoked = 1 WHERE sub = ?').run(sub);
  }

  isRevoked(originJti: string): boolean {
    const row = this.#database.prepare('SELECT revoked FROM sign_ins WHERE origin_jti = ?').get(originJti);
    return row?.revoked !== 0;
  }

  #find(token: string) {
    const row = this.#database
      .prepare('SELECT * FROM refresh_tokens JOIN sign_ins USING (origin_jti) WHERE hash = ?')
      .get(hashOf(token));
    if (!row) return undefined;
    const signIn = { originJti: String(row.origin_jti), sub: String(row.sub), authTime: Number(row.auth_time) };
    const rotatedAt = row.rotated_at === null ? undefined : Number(row.rotated_at);
    return { signIn, rotatedAt, expiresAt: Number(row.expires_at), revoked: row.revoked !== 0 };
  }

  #addToken(originJti: string): string {
    const token = randomBytes(48).toString('base64url');
    this.#database.prepare('INSERT INTO refresh_tokens (hash, origin_jti) VALUES (?, ?)').run(hashOf(token), originJti);
    return token;
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
