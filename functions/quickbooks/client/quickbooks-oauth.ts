import * as z from 'zod';
import { callPartner, errorBodyText, jsonOf } from '#functions/platform/adapters/partner-fetch.ts';
import {
  OutcomeUnknownError,
  PermanentError,
  ReauthorizationError,
  RetryableError,
} from '#functions/platform/store/partners/circuit.ts';

interface QuickBooksApp {
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
const invalidGrant = 'invalid_grant';

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

/** Where the tokens of one connection lie, under a version that goes up with each change. */
export interface TokenStore {
  read(): Promise<{ tokens: QuickBooksTokens; version: number } | undefined>;
  /**
   * For the one that may refresh what stands under `version`: the version that stands then. It holds for `seconds`, should
   * that one die; undefined for all others.
   */
  claim(version: number, seconds: number): Promise<number | undefined>;
  /**
   * Puts the next tokens in instead of the ones that were refreshed, and ends the claim. It does nothing where others stand
   * there: the connection was made anew, or refreshed by somebody else. Throws where they could not be kept.
   */
  keep(version: number, tokens: QuickBooksTokens, instead: QuickBooksTokens): Promise<void>;
  /** Ends the claim without tokens: whoever comes next may try. */
  release(version: number): Promise<void>;
  /** The connection is over: somebody has to connect anew. */
  ended(version: number): Promise<void>;
}

const marginMs = 60_000;
/** Longer than a refresh takes. */
const claimSeconds = 20;
const waitMs = 250;
const maxWaitMs = 10_000;
const triesToKeep = 5;

/**
 * An access token that holds for another minute. However many ask at once, one refreshes, and the others wait for what it
 * puts down: two refreshes with one refresh token could end the connection (quality R-24). `used` is a token that was
 * refused although it should hold. Throws {@link ReauthorizationError} when the connection is over, else a PartnerError.
 */
export const getAccessToken = async (
  shelf: TokenStore,
  refresh: (refreshToken: string) => Promise<QuickBooksTokens>,
  now: () => Date,
  pause: (milliseconds: number) => Promise<void>,
  used?: string,
): Promise<string> => {
  for (let waited = 0; ; waited += waitMs) {
    const standing = await shelf.read();
    if (!standing) throw new ReauthorizationError();
    const { tokens, version } = standing;
    const holds = Date.parse(tokens.access_expires_at) - now().getTime() > marginMs;
    if (holds && tokens.access_token !== used) return tokens.access_token;
    const claimed = await shelf.claim(version, claimSeconds);
    if (claimed !== undefined) return refreshed(shelf, refresh, pause, { tokens, version: claimed });
    if (waited >= maxWaitMs) throw new RetryableError('token');
    await pause(waitMs);
  }
};

const refreshed = async (
  shelf: TokenStore,
  refresh: (refreshToken: string) => Promise<QuickBooksTokens>,
  pause: (milliseconds: number) => Promise<void>,
  { tokens, version }: { tokens: QuickBooksTokens; version: number },
): Promise<string> => {
  const next = await refresh(tokens.refresh_token).catch(async (error: unknown) => {
    if (error instanceof PermanentError && error.message === invalidGrant) {
      await shelf.ended(version);
      throw new ReauthorizationError();
    }
    await shelf.release(version);
    throw error;
  });
  // Lost, it would end the connection: the refresh token before it holds for a day.
  for (let tries = 1; ; tries += 1)
    try {
      await shelf.keep(version, next, tokens);
      return next.access_token;
    } catch (error) {
      if (tries === triesToKeep) throw error;
      await pause(waitMs);
    }
};
