import { createHash } from 'node:crypto';
import { auth } from '@googleapis/calendar';
import * as z from 'zod';
import { googleMessages, googleScopes } from '#domain/google-calendar/google-event.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { bytesOf, callPartner } from '#functions/platform/adapters/partner-fetch.ts';
import {
  OutcomeUnknownError,
  PartnerError,
  PermanentError,
  ReauthorizationError,
  RetryableError,
  retryAfterOf,
} from '#functions/platform/store/partners/circuit.ts';

/** Where Google is: its own addresses, or those of the stand-in. */
export const GoogleEndpoints = z.object({
  authUrl: z.string(),
  tokenUrl: z.string(),
  revokeUrl: z.string(),
  /** With its trailing slash. */
  apiUrl: z.string(),
});
export type GoogleEndpoints = z.output<typeof GoogleEndpoints>;
export const GoogleApp = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });
export type GoogleApp = z.output<typeof GoogleApp>;

/** The OAuth client that an operator has put in. Throws a 409 where nobody has: such a stage has no Google Calendar. */
export const googleAppOf = (secret: unknown): GoogleApp => {
  const parsed = GoogleApp.safeParse(secret);
  if (!parsed.success) throw new AppError('conflict', { detail: googleMessages.notSetUp });
  return parsed.data;
};

/** What the state of a sign-in proves itself with at the token endpoint (PKCE): it follows from the state, which nobody stores. */
export const verifierOf = (state: string): string => createHash('sha256').update(`pkce ${state}`).digest('base64url');
const challengeOf = (state: string): string => createHash('sha256').update(verifierOf(state)).digest('base64url');

/** Where a browser goes to be asked for consent; a refresh token is given each time (`prompt=consent`). */
export const googleAuthUrl = (
  { authUrl }: Pick<GoogleEndpoints, 'authUrl'>,
  { client_id }: Pick<GoogleApp, 'client_id'>,
  { redirectUri, state }: { redirectUri: string; state: string },
): string => {
  const url = new URL(authUrl);
  const query = {
    ...{ client_id, redirect_uri: redirectUri, response_type: 'code', scope: googleScopes.join(' '), state },
    ...{ access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
    ...{ code_challenge: challengeOf(state), code_challenge_method: 'S256' },
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
};

/** Who asks Google, and how. */
export interface GoogleOptions {
  endpoints: GoogleEndpoints;
  app: GoogleApp;
  redirectUri: string;
  now: () => Date;
}

/** The longest time that a call of Google may take, in milliseconds. */
const limitMs = 12_000;
/** A page of 2,500 events, each with what people may have written into it. */
const maxAnswerSize = 20 * 1024 * 1024;

/** `fetch` for Google's client, within the limits of every partner: no redirect, a time and a size. */
const fetchImplementation = async (url: URL | RequestInfo, { method, headers, body }: RequestInit = {}) => {
  const asked = { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) };
  const response = await callPartner(url as URL, asked, limitMs);
  const bytes = await bytesOf(response, maxAnswerSize);
  return new Response(bytes.length ? bytes : null, response);
};

/** Google's own OAuth client. It refreshes access tokens by itself, and once more when one is refused; nothing else is retried. */
export const googleClient = ({ endpoints, app, redirectUri }: GoogleOptions) =>
  new auth.OAuth2({
    ...{ clientId: app.client_id, clientSecret: app.client_secret, redirectUri, forceRefreshOnFailure: true },
    endpoints: {
      oauth2AuthBaseUrl: endpoints.authUrl,
      oauth2TokenUrl: endpoints.tokenUrl,
      oauth2RevokeUrl: endpoints.revokeUrl,
    },
    transporterOptions: { fetchImplementation, retryConfig: { retry: 0, noResponseRetries: 0 } },
  });

const busy = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']);
/** The code of a refusal: a word where tokens are given, and a list of reasons everywhere else. */
const Refusal = z.object({
  error: z.union([
    z.string().regex(/^[\w-]{1,50}$/),
    z.object({ errors: z.array(z.object({ reason: z.string().regex(/^[\w.]{1,60}$/) })) }),
  ]),
});
const codesIn = (data: unknown): { oauth?: string; reason?: string } => {
  const { error } = Refusal.safeParse(data).data ?? {};
  if (typeof error === 'string') return { oauth: error };
  return error?.errors[0] ?? {};
};

/** What a failure of Google's client means (partner's fact sheet §2 and §6). Its message holds a code and no entered text. */
const failure = (error: unknown, now: Date): unknown => {
  const { cause, response } = error as {
    cause?: unknown;
    response?: { status: number; headers: Headers; data: unknown };
  };
  if (cause instanceof PartnerError) return cause;
  if (!response) return error;
  const { status, headers, data } = response;
  const { oauth, reason = '' } = codesIn(data);
  const retryAfterSeconds = retryAfterOf(headers.get('retry-after') ?? undefined, now);
  const code = oauth ?? [status, reason].filter(Boolean).join(' ');
  // Only a person can make a grant that ended anew.
  if (oauth === 'invalid_grant') return new ReauthorizationError();
  // Google does not take an address for announcements: the connection itself is sound.
  if (reason.startsWith('push.')) return new PermanentError(code);
  if (status === 429 || (status === 403 && busy.has(reason))) return new RetryableError(code, { retryAfterSeconds });
  if (!oauth && (status === 401 || status === 403)) return new ReauthorizationError();
  return status < 500 ? new PermanentError(code) : new OutcomeUnknownError(code, { retryAfterSeconds });
};

/** What Google's client answers; what fails is thrown as a {@link PartnerError}. */
export const fromGoogle = async <T>(asked: Promise<T>, now: () => Date): Promise<T> => {
  try {
    return await asked;
  } catch (error) {
    throw failure(error, now());
  }
};

const Claims = z.object({ email: z.string().catch('') });
/** Google says the token itself over TLS, so that its signature proves nothing more. */
const emailIn = (idToken: string): string => {
  try {
    return Claims.parse(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'))).email;
  } catch {
    return '';
  }
};

/** What the code stands for that a browser brought back, before anything is kept. Throws a PartnerError. */
export const exchangeCode = async (
  options: GoogleOptions,
  code: string,
  state: string,
): Promise<{ refreshToken: string; scope: string; email: string }> => {
  const asked = googleClient(options).getToken({ code, codeVerifier: verifierOf(state) });
  const { refresh_token, scope, id_token } = (await fromGoogle(asked, options.now)).tokens;
  return { refreshToken: refresh_token ?? '', scope: scope ?? '', email: emailIn(id_token ?? '') };
};
