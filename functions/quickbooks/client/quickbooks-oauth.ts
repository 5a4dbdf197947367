import * as z from 'zod';
import { callPartner, errorBodyText, jsonOf } from '#functions/platform/adapters/partner-fetch.ts';
import {
  OutcomeUnknownError,
  PermanentError,
  RetryableError,
} from '#functions/platform/store/partners/partner-error.ts';

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
const maxAnswerSize = 64 * 1024;
/** 100 days where QuickBooks says none. */
const refreshSeconds = 8_640_000;

/** `invalid_grant`: the connection is over, and only a person can make it anew. */
export const invalidGrant = 'invalid_grant';

const Tokens = z.object({
  token_type: z.string().regex(/^bearer$/i),
  access_token: z.string().min(1),
  expires_in: z.number().default(3600),
  refresh_token: z.string().min(1),
  x_refresh_token_expires_in: z.number().default(refreshSeconds),
});
const Refusal = z.object({ error: z.string().regex(/^[\w-]{1,50}$/) });
const codeIn = (text: string): string | undefined => {
  try {
    return Refusal.safeParse(JSON.parse(text)).data?.error;
  } catch {
    return undefined;
  }
};

/** A token that was revoked before. */
const isUnknownThere = (error: unknown): boolean =>
  error instanceof PermanentError || (error instanceof RetryableError && error.message === 'invalid_request');

/**
 * Posts a form, or JSON where `body` is text, with the app's own name and secret. Where no answer came it is not known whether
 * the refresh token was changed: the one before still counts until the next was used.
 */
const posted = async (url: string, app: QuickBooksApp, body: URLSearchParams | string): Promise<Response> => {
  // The parts of it are encoded as in a form (RFC 6749, 2.3.1).
  const encoded = [app.clientId, app.clientSecret].map((one) => new URLSearchParams({ one }).toString().slice(4));
  const headers = {
    accept: 'application/json',
    authorization: `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`,
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
  };
  const response = await callPartner(url, { method: 'POST', headers, body }, limitMs);
  if (response.ok) return response;
  const { status } = response;
  const code = codeIn(await errorBodyText(response)) ?? String(status);
  if (code === invalidGrant) throw new PermanentError(invalidGrant);
  throw status < 500 ? new RetryableError(code) : new OutcomeUnknownError(code);
};

/**
 * Connecting to QuickBooks (OAuth 2.0, authorization code; Intuit offers no PKCE to apps with a secret). Throws a PartnerError:
 * `Permanent('invalid_grant')` when the code or the refresh token counts no more.
 */
export const quickBooksOAuth = (app: QuickBooksApp, now: () => Date) => {
  const tokens = async (form: Record<string, string>): Promise<QuickBooksTokens> => {
    const response = await posted(app.tokenUrl, app, new URLSearchParams(form));
    const { data } = Tokens.safeParse(await jsonOf(response, maxAnswerSize));
    if (!data) throw new OutcomeUnknownError('answer');
    const { access_token, refresh_token, expires_in, x_refresh_token_expires_in } = data;
    const until = (seconds: number): string => new Date(now().getTime() + seconds * 1000).toISOString();
    return {
      ...{ access_token, refresh_token },
      ...{ access_expires_at: until(expires_in), refresh_expires_at: until(x_refresh_token_expires_in) },
    };
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
      tokens({ grant_type: 'authorization_code', code, redirect_uri: app.redirectUri }),
    refresh: (refreshToken: string): Promise<QuickBooksTokens> =>
      tokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    /** Ends the connection over there; one that is over already is no failure. */
    async revoke(refreshToken: string): Promise<void> {
      await posted(app.revokeUrl, app, JSON.stringify({ token: refreshToken })).catch((error: unknown) => {
        if (!isUnknownThere(error)) throw error;
      });
    },
  };
};
export type QuickBooksOAuth = ReturnType<typeof quickBooksOAuth>;
