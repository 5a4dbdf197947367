import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type App, OAuthRefusal } from '#local/partners/fake-partner.ts';
import { type Faults, type Grant, Refusal, type Store } from './store.ts';

export interface OAuthClients {
  store: Store;
  app: App;
  faults: Faults;
  now: () => Date;
}

const codeMs = 10 * 60_000;
const accessSeconds = 3599;

export interface Asked {
  redirectUri: string;
  state: string;
  scopes: string[];
  challenge: string | undefined;
  isOffline: boolean;
  asksAgain: boolean;
}

export const authorizeRequest = ({ app }: OAuthClients, query: URLSearchParams): Asked | string => {
  const redirectUri = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== app.clientId) return 'Error 401: invalid_client. The OAuth client was not found.';
  if (!app.redirectUris.includes(redirectUri)) return 'Error 400: redirect_uri_mismatch';
  if (query.get('response_type') !== 'code') return 'Error 400: invalid_request. Required parameter: response_type';
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
  if (scopes.length === 0) return 'Error 400: invalid_request. Missing required parameter: scope';
  const challenge = query.get('code_challenge') ?? undefined;
  if (challenge && query.get('code_challenge_method') !== 'S256')
    return 'Error 400: invalid_request. Invalid code_challenge_method';
  return {
    redirectUri,
    scopes,
    challenge,
    state: query.get('state') ?? '',
    isOffline: query.get('access_type') === 'offline',
    asksAgain: (query.get('prompt') ?? '').split(' ').includes('consent'),
  };
};

interface Code extends Asked {
  email: string;
  expires: number;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const openTokens = ({ store, app, faults, now }: OAuthClients) => {
  const codes = new Map<string, Code>();
  const at = (): number => now().getTime();

  const answered = (grant: Grant) => {
    const token = `ya29.${randomBytes(48).toString('base64url')}`;
    const accessTokens = grant.accessTokens.filter(({ expires }) => expires > at());
    accessTokens.push({ token, expires: at() + accessSeconds * 1000 });
    store.grants.put({ ...grant, accessTokens });
    const scope = grant.scopes.join(' ');
    return { access_token: token, expires_in: accessSeconds, scope, token_type: 'Bearer' };
  };

  /** Sent by Google over TLS, so its signature is not checked. */
  const idToken = (email: string): string => {
    const seconds = Math.floor(at() / 1000);
    const claims = {
      iss: 'https://accounts.google.com',
      aud: app.clientId,
      iat: seconds,
      exp: seconds + 3600,
      sub: store.accounts.get(email)?.sub,
      email,
      email_verified: true,
    };
    return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.${randomBytes(64).toString('base64url')}`;
  };

  const exchanged = (form: URLSearchParams) => {
    const given = form.get('code') ?? '';
    const code = codes.get(given);
    codes.delete(given);
    const verifier = form.get('code_verifier') ?? '';
    const isProven = !code?.challenge || createHash('sha256').update(verifier).digest('base64url') === code.challenge;
    if (!code || code.expires < at() || !isProven)
      throw new OAuthRefusal('invalid_grant', { description: 'Malformed auth code.' });
    if (code.redirectUri !== form.get('redirect_uri'))
      throw new OAuthRefusal('redirect_uri_mismatch', { description: 'Bad Request' });
    const consentedBefore = store.grants.all().some(({ email }) => email === code.email);
    const grant: Grant = {
      id: randomUUID(),
      email: code.email,
      scopes: code.scopes,
      accessTokens: [],
      refreshToken: `1//0g${randomBytes(32).toString('base64url')}`,
    };
    const tokens = answered(grant);
    const hasRefreshToken = code.isOffline && (!consentedBefore || code.asksAgain);
    return {
      ...tokens,
      ...(hasRefreshToken ? { refresh_token: grant.refreshToken } : {}),
      ...(code.scopes.includes('openid') ? { id_token: idToken(code.email) } : {}),
    };
  };

  const refreshed = (form: URLSearchParams) => {
    const grant = store.grants.all().find(({ refreshToken }) => refreshToken === form.get('refresh_token'));
    if (faults.invalidGrant || !grant)
      throw new OAuthRefusal('invalid_grant', { description: 'Token has been expired or revoked.' });
    return answered(grant);
  };

  return {
    /** Returns the code of a consent. `scopes` are those left checked. */
    consented(request: Asked, email: string, scopes: string[]): string {
      const code = `4/0A${randomBytes(24).toString('base64url')}`;
      codes.set(code, { ...request, scopes, email, expires: at() + codeMs });
      return code;
    },
    token(form: URLSearchParams) {
      if (form.get('client_id') !== app.clientId || form.get('client_secret') !== app.clientSecret)
        throw new OAuthRefusal('invalid_client', {
          description: 'The provided client secret is invalid.',
          status: 401,
        });
      if (form.get('grant_type') === 'authorization_code') return exchanged(form);
      if (form.get('grant_type') === 'refresh_token') return refreshed(form);
      throw new OAuthRefusal('unsupported_grant_type', { description: 'Invalid grant_type' });
    },
    revoke(token: string): void {
      const grant = store.grants
        .all()
        .find((grant) => grant.refreshToken === token || grant.accessTokens.some((access) => access.token === token));
      if (!grant) throw new OAuthRefusal('invalid_token', { description: 'Token expired or revoked' });
      store.grants.drop(grant);
    },
    bearer(authorization: string | undefined): Grant {
      const token = authorization?.replace(/^Bearer /, '');
      const grant = store.grants
        .all()
        .find(({ accessTokens }) =>
          accessTokens.some((accessToken) => accessToken.token === token && accessToken.expires > at()),
        );
      if (!grant || faults.expireTokens) throw new Refusal(401, 'authError', 'Invalid Credentials');
      return grant;
    },
  };
};
export type Tokens = ReturnType<typeof openTokens>;
