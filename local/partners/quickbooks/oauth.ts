import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type App, OAuthRefusal } from '#local/partners/fake-partner.ts';
import { UnauthorizedError } from './reports.ts';
import type { Grant, Store } from './store.ts';

const times = z.int().min(0).max(10_000);
const flag = z.boolean();

/**
 * Injected faults. `status`: the response to every Accounting API call before it runs, with `retryAfter` seconds in its
 * header; `hang`: no response; `loseAnswers`: this many next changes run, and the connection is cut before the
 * response. `expireTokens`: access tokens count as expired; `invalidGrant`: refreshing is rejected, as after a hundred
 * days without use; `tokenStatus`: the token endpoint's response.
 */
export const Faults = z.strictObject({
  status: z.int().min(400).max(599).nullable().default(null),
  retryAfter: times.nullable().default(null),
  hang: flag.default(false),
  loseAnswers: times.default(0),
  expireTokens: flag.default(false),
  invalidGrant: flag.default(false),
  tokenStatus: z.int().min(400).max(599).nullable().default(null),
});
export type Faults = z.output<typeof Faults>;

/** Limits of callers; QuickBooks' by default. */
export const Limits = z.strictObject({
  perSecond: z.int().min(1).default(10),
  perMinute: z.int().min(1).default(500),
  accessSeconds: z.int().min(1).default(3600),
  rotateSeconds: z.int().min(0).default(86_400),
});
export type Limits = z.output<typeof Limits>;

export interface OAuthClients {
  store: Store;
  app: App;
  faults: Faults;
  limits: Limits;
  now: () => Date;
}

const accounting = 'com.intuit.quickbooks.accounting';
const codeMs = 5 * 60_000;
/** 101 days from the last refresh. */
const refreshSeconds = 8_726_400;

interface Code {
  realm: string;
  redirectUri: string;
  expires: number;
}

export const authorizeRequest = (
  { app }: OAuthClients,
  query: URLSearchParams,
): { redirectUri: string; state: string } | string => {
  const redirectUri = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== app.clientId) return 'The client_id is not one of an app that is registered.';
  if (!app.redirectUris.includes(redirectUri))
    return 'The redirect_uri query parameter value is invalid. Make sure it is listed in the Redirect URIs section of your app.';
  if (query.get('response_type') !== 'code') return 'The response_type must be code.';
  if (!query.get('scope')?.split(' ').includes(accounting)) return `The scope ${accounting} is missing.`;
  const state = query.get('state');
  return state ? { redirectUri, state } : 'The state parameter is missing.';
};

export const openTokens = (settings: OAuthClients) => {
  const { store, app, faults, limits, now } = settings;
  const codes = new Map<string, Code>();
  const at = (): number => now().getTime();

  const assertClient = (authorization: string | undefined): void => {
    const expected = `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}`;
    if (authorization !== expected) throw new OAuthRefusal('invalid_client', { status: 401 });
  };

  const grantAt = (refreshToken: string): Grant | undefined =>
    store.grants().find((grant) => grant.refreshToken === refreshToken || grant.previousRefreshToken === refreshToken);

  const newRefreshToken = (): string => `AB11${randomBytes(24).toString('hex')}`;

  const answered = (grant: Grant) => {
    const token = `eyJ${randomBytes(48).toString('base64url')}`;
    const stillGood = grant.accessTokens.filter(({ expires }) => expires > at());
    grant.accessTokens = [...stillGood, { token, expires: at() + limits.accessSeconds * 1000 }];
    store.putGrant(grant);
    return {
      token_type: 'bearer',
      access_token: token,
      expires_in: limits.accessSeconds,
      refresh_token: grant.refreshToken,
      x_refresh_token_expires_in: refreshSeconds,
    };
  };

  const exchanged = (form: URLSearchParams) => {
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    if (!code || code.expires < at() || code.redirectUri !== form.get('redirect_uri'))
      throw new OAuthRefusal('invalid_grant');
    return answered({
      id: randomUUID(),
      realm: code.realm,
      refreshToken: newRefreshToken(),
      previousRefreshToken: null,
      refreshTokenSince: at(),
      accessTokens: [],
    });
  };

  const refreshed = (form: URLSearchParams) => {
    const given = form.get('refresh_token') ?? '';
    const grant = grantAt(given);
    if (faults.invalidGrant || !grant) throw new OAuthRefusal('invalid_grant');
    // The previous one is valid until its successor is first used.
    if (given === grant.refreshToken) grant.previousRefreshToken = null;
    if (at() - grant.refreshTokenSince >= limits.rotateSeconds * 1000 && given === grant.refreshToken) {
      grant.previousRefreshToken = grant.refreshToken;
      grant.refreshToken = newRefreshToken();
      grant.refreshTokenSince = at();
    }
    return answered(grant);
  };

  return {
    consented: (realm: string, redirectUri: string): string => {
      const code = `AB11${randomBytes(16).toString('hex')}`;
      codes.set(code, { realm, redirectUri, expires: at() + codeMs });
      return code;
    },
    token: (authorization: string | undefined, form: URLSearchParams) => {
      assertClient(authorization);
      if (form.get('grant_type') === 'authorization_code') return exchanged(form);
      if (form.get('grant_type') === 'refresh_token') return refreshed(form);
      throw new OAuthRefusal('unsupported_grant_type');
    },
    revoke: (authorization: string | undefined, token: string): void => {
      assertClient(authorization);
      const grant =
        grantAt(token) ?? store.grants().find((grant) => grant.accessTokens.some((access) => access.token === token));
      if (!grant) throw new OAuthRefusal('invalid_request');
      store.dropGrant(grant);
    },
    assertBearer: (authorization: string | undefined, realm: string): void => {
      const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '';
      const grant = store.grants().find((grant) => grant.accessTokens.some((access) => access.token === token));
      const access = grant?.accessTokens.find((accessToken) => accessToken.token === token);
      if (!grant || !access || access.expires <= at() || faults.expireTokens)
        throw new UnauthorizedError(401, '3200', 'Token expired');
      if (grant.realm !== realm) throw new UnauthorizedError(403, '3100', 'The token is not one of this company');
    },
  };
};
export type Tokens = ReturnType<typeof openTokens>;
