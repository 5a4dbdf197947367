import { JwtVerifier } from 'aws-jwt-verify';
import { KidNotFoundInJwksError } from 'aws-jwt-verify/error';
import type { Jwk } from 'aws-jwt-verify/jwk';

/** Claims as an HTTP API passes them to a function: every value is text, a list is written `[a b]`. */
export type Claims = Record<string, string>;

/** Returns the claims of a valid token, or undefined for a 401. */
export type Authorizer = (authorization: string | undefined) => Promise<Claims | undefined>;

const JWKS_PAUSE_MS = 30_000;
const MOST_KNOWN = 500;

/**
 * JWT authorizer of an HTTP API: RS256 only; the key id from the pool's key set; `iss`; `aud`, or `client_id` without
 * `aud`; `exp`, `nbf` and `iat`. It accepts access and ID tokens, as AWS does: the functions reject the latter. The key
 * set is read again for an unknown key id, at most every 30 seconds.
 */
export function createAuthorizer(options: {
  issuer: string;
  clientId: string;
  jwks: () => { keys: object[] } | Promise<{ keys: object[] }>;
  now?: () => number;
}): Authorizer {
  const now = options.now ?? Date.now;
  const verifier = JwtVerifier.create({
    issuer: options.issuer,
    audience: null,
    customJwtCheck: ({ header, payload }) => {
      if (header.alg !== 'RS256') throw new Error('not RS256');
      if (payload.exp === undefined) throw new Error('no expiry');
      if (payload.iat !== undefined && payload.iat > now() / 1000) throw new Error('issued in the future');
      const audience = payload.aud ?? payload.client_id;
      if (![audience].flat().includes(options.clientId)) throw new Error('for another client');
    },
  });
  let readAt: number | undefined;
  const refresh = async (): Promise<boolean> => {
    if (readAt !== undefined && now() - readAt < JWKS_PAUSE_MS) return false;
    readAt = now();
    const { keys } = await options.jwks();
    verifier.cacheJwks({ keys: keys as Jwk[] });
    return true;
  };

  // Caches recently used valid tokens until they expire, so that each signature is checked once.
  const good = new Map<string, { claims: Claims; endsAt: number }>();
  const verified = (token: string): Claims => {
    const known = good.get(token);
    good.delete(token);
    if (known && now() < known.endsAt) {
      good.set(token, known);
      return known.claims;
    }
    const payload = verifier.verifySync(token);
    const claims = claimsOf(payload);
    good.set(token, { claims, endsAt: Number(payload.exp) * 1000 });
    if (good.size > MOST_KNOWN) good.delete(good.keys().next().value ?? '');
    return claims;
  };

  return async (authorization) => {
    const token = authorization?.replace(/^Bearer\s+/i, '').trim();
    if (!token) return undefined;
    if (readAt === undefined) await refresh();
    try {
      return verified(token);
    } catch (error) {
      if (!(error instanceof KidNotFoundInJwksError) || !(await refresh())) return undefined;
    }
    try {
      return verified(token);
    } catch {
      return undefined;
    }
  };
}

function claimsOf(payload: object): Claims {
  return Object.fromEntries(
    Object.entries(payload)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? `[${value.join(' ')}]` : String(value)]),
  );
}
