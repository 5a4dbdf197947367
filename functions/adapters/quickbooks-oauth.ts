import * as oauth from 'oauth4webapi';
import { type PartnerError, Permanent, RetryAfter, Unknown } from './partner-error.ts';

export interface QuickBooksApp {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl: string;
}

/** What QuickBooks lets us in with; the refresh token may be another one after each refresh. */
export interface QuickBooksTokens {
  access_token: string;
  refresh_token: string;
  /** ISO 8601, UTC. */
  access_expires_at: string;
  refresh_expires_at: string;
}

const accounting = 'com.intuit.quickbooks.accounting';
const limitMs = 12_000;
/** 100 days where QuickBooks says none. */
const refreshSeconds = 8_640_000;

/** `invalid_grant`: the connection is over, and only a person can make it anew. */
export const grantEnded = 'invalid_grant';

const asPartner = (error: unknown): PartnerError => {
  if (error instanceof oauth.ResponseBodyError)
    return error.error === grantEnded ? new Permanent(grantEnded) : new RetryAfter(error.error);
  const { status } = (error as { cause?: { status?: number } }).cause ?? {};
  const name = error instanceof Error ? error.name : 'error';
  // Whether the refresh token was changed is not known: the one before still counts until the next was used.
  return status !== undefined && status >= 400 && status < 500
    ? new RetryAfter(String(status))
    : new Unknown(name, { cause: error });
};

/**
 * Connecting to QuickBooks (OAuth 2.0, authorization code; Intuit offers no PKCE to apps with a secret). Throws a PartnerError:
 * `Permanent('invalid_grant')` when the code or the refresh token counts no more.
 */
export const quickBooksOAuth = (app: QuickBooksApp, now: () => Date) => {
  const server: oauth.AuthorizationServer = {
    issuer: new URL(app.tokenUrl).origin,
    authorization_endpoint: app.authorizeUrl,
    token_endpoint: app.tokenUrl,
    revocation_endpoint: app.revokeUrl,
  };
  const client: oauth.Client = { client_id: app.clientId };
  const authentication = oauth.ClientSecretBasic(app.clientSecret);
  const options = () => ({
    signal: AbortSignal.timeout(limitMs),
    // In clear on the own machine alone.
    [oauth.allowInsecureRequests]: new URL(app.tokenUrl).hostname === '127.0.0.1',
  });
  const tokensOf = ({
    access_token,
    refresh_token,
    expires_in = 3600,
    ...rest
  }: oauth.TokenEndpointResponse): QuickBooksTokens => {
    if (!refresh_token) throw new Unknown('answer');
    const until = (seconds: number): string => new Date(now().getTime() + seconds * 1000).toISOString();
    const lasts = Number(rest.x_refresh_token_expires_in ?? refreshSeconds);
    return { access_token, refresh_token, access_expires_at: until(expires_in), refresh_expires_at: until(lasts) };
  };
  const asking = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      throw error instanceof Unknown ? error : asPartner(error);
    }
  };
  return {
    /** Where a browser goes to be asked for consent. */
    authorizeUrl(state: string): string {
      const url = new URL(app.authorizeUrl);
      const query = {
        client_id: app.clientId,
        response_type: 'code',
        scope: accounting,
        redirect_uri: app.redirectUri,
        state,
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    /** The state was compared by whoever holds it. */
    exchange: (code: string): Promise<QuickBooksTokens> =>
      asking(async () => {
        const callback = oauth.validateAuthResponse(
          server,
          client,
          new URLSearchParams({ code }),
          oauth.skipStateCheck,
        );
        const { redirectUri } = app;
        const response = await oauth.authorizationCodeGrantRequest(
          ...([server, client, authentication, callback, redirectUri, oauth.nopkce, options()] as const),
        );
        return tokensOf(await oauth.processAuthorizationCodeResponse(server, client, response));
      }),
    refresh: (refreshToken: string): Promise<QuickBooksTokens> =>
      asking(async () => {
        const response = await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, options());
        return tokensOf(await oauth.processRefreshTokenResponse(server, client, response));
      }),
    /** Ends the connection over there; one that is over already is no failure. */
    revoke: (refreshToken: string): Promise<void> =>
      asking(async () => {
        const response = await oauth.revocationRequest(server, client, authentication, refreshToken, options());
        if (response.status !== 400) await oauth.processRevocationResponse(response);
      }),
  };
};
