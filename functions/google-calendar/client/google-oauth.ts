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

export const GoogleEndpoints = z.object({
  authUrl: z.string(),
  tokenUrl: z.string(),
  revokeUrl: z.string(),
  apiUrl: z.string(),
});
export type GoogleEndpoints = z.output<typeof GoogleEndpoints>;
export const GoogleApp = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });
export type GoogleApp = z.output<typeof GoogleApp>;

/** Returns the OAuth client configured by an operator. Throws a 409 if there is none. */
export const googleAppOf = (secret: unknown): GoogleApp => {
  const parsed = GoogleApp.safeParse(secret);
  if (!parsed.success) throw new AppError('conflict', { detail: googleMessages.notSetUp });
  return parsed.data;
};

/** The PKCE verifier, derived from the state of a sign-in, so that nothing is stored. */
export const verifierOf = (state: string): string => createHash('sha256').update(`pkce ${state}`).digest('base64url');
const challengeOf = (state: string): string => createHash('sha256').update(verifierOf(state)).digest('base64url');

/** `prompt=consent` makes Google return a refresh token each time. */
export const googleAuthUrl = (
  { authUrl }: Pick<GoogleEndpoints, 'authUrl'>,
  { client_id }: Pick<GoogleApp, 'client_id'>,
  { redirectUri, state }: { redirectUri: string; state: string },
): string => {
  const url = new URL(authUrl);
  const query = {
    client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: googleScopes.join(' '),
    state,
    access_type: 'offline',
    prompt: 'consent',
    include_granted_scopes: 'true',
    code_challenge: challengeOf(state),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
};

export interface GoogleOptions {
  endpoints: GoogleEndpoints;
  app: GoogleApp;
  redirectUri: string;
  now: () => Date;
}

const limitMs = 12_000;
/** A page of 2,500 events with user text. */
const maxAnswerSize = 20 * 1024 * 1024;

/** Applies the limits of every partner: no redirect, a timeout, a maximum size. */
const fetchImplementation = async (url: URL | RequestInfo, { method, headers, body }: RequestInit = {}) => {
  const asked = { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) };
  const response = await callPartner(url as URL, asked, limitMs);
  const bytes = await bytesOf(response, maxAnswerSize);
  return new Response(bytes.length ? bytes : null, response);
};

/** Google's client refreshes access tokens, and once more after a 401; it retries nothing else. */
export const googleClient = ({ endpoints, app, redirectUri }: GoogleOptions) =>
  new auth.OAuth2({
    clientId: app.client_id,
    clientSecret: app.client_secret,
    redirectUri,
    forceRefreshOnFailure: true,
    endpoints: {
      oauth2AuthBaseUrl: endpoints.authUrl,
      oauth2TokenUrl: endpoints.tokenUrl,
      oauth2RevokeUrl: endpoints.revokeUrl,
    },
    transporterOptions: { fetchImplementation, retryConfig: { retry: 0, noResponseRetries: 0 } },
  });

const busy = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']);
/** An error code: a word from the token endpoint, a list of reasons elsewhere. */
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

/** Maps an error of Google's client (partner's fact sheet §2 and §6). Its message contains a code and no user text. */
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
  if (oauth === 'invalid_grant') return new ReauthorizationError();
  // Google rejects the notification address; the connection works.
  if (reason.startsWith('push.')) return new PermanentError(code);
  if (status === 429 || (status === 403 && busy.has(reason))) return new RetryableError(code, { retryAfterSeconds });
  if (!oauth && (status === 401 || status === 403)) return new ReauthorizationError();
  return status < 500 ? new PermanentError(code) : new OutcomeUnknownError(code, { retryAfterSeconds });
};

/** Returns a response of Google's client; failures are thrown as {@link PartnerError}. */
export const fromGoogle = async <T>(asked: Promise<T>, now: () => Date): Promise<T> => {
  try {
    return await asked;
  } catch (error) {
    throw failure(error, now());
  }
};

const Claims = z.object({ email: z.string().catch('') });
/** The token came from Google over TLS, so its signature needs no check. */
const emailIn = (idToken: string): string => {
  try {
    return Claims.parse(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'))).email;
  } catch {
    return '';
  }
};

export const exchangeCode = async (
  options: GoogleOptions,
  code: string,
  state: string,
): Promise<{ refreshToken: string; scope: string; email: string }> => {
  const asked = googleClient(options).getToken({ code, codeVerifier: verifierOf(state) });
  const { refresh_token, scope, id_token } = (await fromGoogle(asked, options.now)).tokens;
  return { refreshToken: refresh_token ?? '', scope: scope ?? '', email: emailIn(id_token ?? '') };
};
