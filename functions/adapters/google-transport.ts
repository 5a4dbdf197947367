import * as z from 'zod';
import {
  type PartnerError,
  Permanent,
  ReconnectNeeded,
  RetryAfter,
  retryAfterOf,
  Unknown,
} from '#functions/store/partners/partner-error.ts';
import { type GoogleOptions, googleLimitMs, googleSignIn } from './google-oauth.ts';
import { askPartner, jsonOf, refusalText } from './partner-fetch.ts';

/** Asks the Calendar API for one account; the JSON of its answer. */
export type CallGoogle = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  given?: { query?: Record<string, string | number | boolean | undefined>; body?: object },
) => Promise<unknown>;

/** A page of 2,500 events, each with what people may have written into it. */
const largestAnswer = 20 * 1024 * 1024;
/** A token that ends while a call is under way would be refused. */
const earlierMs = 5 * 60_000;
const busy = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']);

const Refusal = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string().regex(/^[\w.]{1,60}$/) })) }),
});
const reasonIn = (text: string): string => {
  try {
    return Refusal.safeParse(JSON.parse(text)).data?.error.errors[0]?.reason ?? '';
  } catch {
    return '';
  }
};

/** What a refusal means (partner's fact sheet §6). Its message holds a code and nothing that somebody entered. */
const failure = async (response: Response, now: Date): Promise<PartnerError> => {
  const { status } = response;
  const reason = reasonIn(await refusalText(response));
  const retryAfterSeconds = retryAfterOf(response.headers.get('retry-after') ?? undefined, now);
  const code = [status, reason].filter(Boolean).join(' ');
  // An address for announcements that Google does not take: nothing about being let in.
  if (reason.startsWith('push.')) return new Permanent(code);
  if (status === 429 || (status === 403 && busy.has(reason))) return new RetryAfter(code, { retryAfterSeconds });
  if (status === 401 || status === 403) return new ReconnectNeeded();
  if (status >= 400 && status < 500) return new Permanent(code);
  return new Unknown(code, { retryAfterSeconds });
};

/** Access tokens of one grant, refreshed once for all that wait; `refused` is one that Google took no more. */
const accessTokens = (options: GoogleOptions, refreshToken: string) => {
  const signIn = googleSignIn(options);
  type Access = Awaited<ReturnType<typeof signIn.refresh>>;
  let current: Access | undefined;
  let coming: Promise<Access> | undefined;
  return async (refused?: string): Promise<string> => {
    if (current && current.token !== refused && current.until - earlierMs > options.now().getTime())
      return current.token;
    coming ??= signIn.refresh(refreshToken).finally(() => {
      coming = undefined;
    });
    current = await coming;
    return current.token;
  };
};

/**
 * The Calendar API as one account is let in to it. Its access token lives in this process alone; one that is refused is
 * refreshed once. Google's refresh token stays the same, so that two processes that refresh at once take nothing from each
 * other. Throws a PartnerError.
 */
export const googleTransport = (options: GoogleOptions, refreshToken: string): CallGoogle => {
  const tokens = accessTokens(options, refreshToken);
  return async (method, path, { query = {}, body } = {}) => {
    const url = new URL(`calendar/v3/${path}`, options.endpoints.apiUrl);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const ask = (token: string): Promise<Response> => {
      const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
      return askPartner(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }, googleLimitMs);
    };
    const token = await tokens();
    let response = await ask(token);
    if (response.status === 401) response = await ask(await tokens(token));
    if (!response.ok) throw await failure(response, options.now());
    return jsonOf(response, largestAnswer);
  };
};
