import {
  PermanentError,
  ReauthorizationError,
  RetryableError,
} from '#functions/platform/store/partners/partner-error.ts';
import { invalidGrant, type QuickBooksTokens } from './quickbooks-oauth.ts';

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
