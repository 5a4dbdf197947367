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

/** A refresh may replace the refresh token. */
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
/** 100 days, if QuickBooks states none. */
const refreshSeconds = 8_640_000;

/** The connection has ended, and only a user can reconnect. */
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

const isUnknownThere = (error: unknown): boolean =>
  error instanceof PermanentError || (error instanceof RetryableError && error.message === 'invalid_request');

/** After a lost response the refresh token may be another: the previous one is valid until the next was used. */
const posted = async (url: string, app: QuickBooksApp, body: URLSearchParams | string): Promise<Response> => {
  // Encoded as in a form (RFC 6749, 2.3.1).
  const encoded = [app.clientId, app.clientSecret].map((credential) =>
    new URLSearchParams({ one: credential }).toString().slice(4),
  );
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
 * Intuit offers no PKCE to apps with a secret. Throws `PermanentError('invalid_grant')` for an expired code or token.
 */
export const quickBooksOAuth = (app: QuickBooksApp, now: () => Date) => {
  const tokens = async (form: Record<string, string>): Promise<QuickBooksTokens> => {
    const response = await posted(app.tokenUrl, app, new URLSearchParams(form));
    const { data } = Tokens.safeParse(await jsonOf(response, maxAnswerSize));
    if (!data) throw new OutcomeUnknownError('answer');
    const { access_token, refresh_token, expires_in, x_refresh_token_expires_in } = data;
    const until = (seconds: number): string => new Date(now().getTime() + seconds * 1000).toISOString();
    return {
      access_token,
      refresh_token,
      access_expires_at: until(expires_in),
      refresh_expires_at: until(x_refresh_token_expires_in),
    };
  };
  return {
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
    /** The caller has compared the state. */
    exchange: (code: string): Promise<QuickBooksTokens> =>
      tokens({ grant_type: 'authorization_code', code, redirect_uri: app.redirectUri }),
    refresh: (refreshToken: string): Promise<QuickBooksTokens> =>
      tokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    /** Ends the connection at QuickBooks; ending it twice is no error. */
    async revoke(refreshToken: string): Promise<void> {
      await posted(app.revokeUrl, app, JSON.stringify({ token: refreshToken })).catch((error: unknown) => {
        if (!isUnknownThere(error)) throw error;
      });
    },
  };
};
export type QuickBooksOAuth = ReturnType<typeof quickBooksOAuth>;

/** The tokens of one connection, with a version that each change increments. */
export interface TokenStore {
  read(): Promise<{ tokens: QuickBooksTokens; version: number } | undefined>;
  /** Claims the refresh of `version` for `seconds`; returns the new version, or undefined if others have it. */
  claim(version: number, seconds: number): Promise<number | undefined>;
  /** Replaces the refreshed tokens, unless others did, and ends the claim. Throws if they could not be stored. */
  keep(version: number, tokens: QuickBooksTokens, instead: QuickBooksTokens): Promise<void>;
  /** Ends the claim without tokens, so that the next caller may try. */
  release(version: number): Promise<void>;
  ended(version: number): Promise<void>;
}

const marginMs = 60_000;
/** Longer than a refresh. */
const claimSeconds = 20;
const waitMs = 250;
const maxWaitMs = 10_000;
const triesToKeep = 5;

/**
 * Returns an access token valid for another minute. One caller refreshes and the others wait, because two refreshes
 * with one refresh token could end the connection. `used` is a token that QuickBooks rejected although it looked
 * valid. Throws {@link ReauthorizationError} if the connection has ended, else a PartnerError.
 */
export const getAccessToken = async (
  store: TokenStore,
  refresh: (refreshToken: string) => Promise<QuickBooksTokens>,
  now: () => Date,
  pause: (milliseconds: number) => Promise<void>,
  used?: string,
): Promise<string> => {
  for (let waited = 0; ; waited += waitMs) {
    const storedTokens = await store.read();
    if (!storedTokens) throw new ReauthorizationError();
    const { tokens, version } = storedTokens;
    const holds = Date.parse(tokens.access_expires_at) - now().getTime() > marginMs;
    if (holds && tokens.access_token !== used) return tokens.access_token;
    const claimed = await store.claim(version, claimSeconds);
    if (claimed !== undefined) return refreshed(store, refresh, pause, { tokens, version: claimed });
    if (waited >= maxWaitMs) throw new RetryableError('token');
    await pause(waitMs);
  }
};

const refreshed = async (
  store: TokenStore,
  refresh: (refreshToken: string) => Promise<QuickBooksTokens>,
  pause: (milliseconds: number) => Promise<void>,
  { tokens, version }: { tokens: QuickBooksTokens; version: number },
): Promise<string> => {
  const next = await refresh(tokens.refresh_token).catch(async (error: unknown) => {
    if (error instanceof PermanentError && error.message === invalidGrant) {
      await store.ended(version);
      throw new ReauthorizationError();
    }
    await store.release(version);
    throw error;
  });
  // A lost token would end the connection: the previous refresh token is valid for a day.
  for (let tries = 1; ; tries += 1)
    try {
      await store.keep(version, next, tokens);
      return next.access_token;
    } catch (error) {
      if (tries === triesToKeep) throw error;
      await pause(waitMs);
    }
};
