import { createHash } from 'node:crypto';
import * as z from 'zod';
import { googleMessages } from '#domain/calendar-integration/google-messages.ts';
import { googleScopes } from '#domain/calendar-integration/google-scopes.ts';
import { AppError } from '#domain/contract/errors.ts';
import { Permanent, ReconnectNeeded, RetryAfter, Unknown } from '#functions/store/partners/partner-error.ts';
import { askPartner, jsonOf, refusalText } from './partner-fetch.ts';

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

/** So long every call of Google may take. */
export const googleLimitMs = 12_000;
const largestAnswer = 64 * 1024;

const Refusal = z.object({ error: z.string().regex(/^[\w-]{1,50}$/) });
const codeIn = (text: string): string | undefined => {
  try {
    return Refusal.safeParse(JSON.parse(text)).data?.error;
  } catch {
    return undefined;
  }
};

const posted = async (url: string, form: Record<string, string>): Promise<unknown> => {
  const response = await askPartner(url, { method: 'POST', body: new URLSearchParams(form) }, googleLimitMs);
  if (response.ok) return jsonOf(response, largestAnswer);
  const { status } = response;
  const code = codeIn(await refusalText(response)) ?? String(status);
  // Only a person can make a grant that ended anew (partner's fact sheet §2).
  if (code === 'invalid_grant') throw new ReconnectNeeded();
  if (status === 429) throw new RetryAfter(code);
  throw status < 500 ? new Permanent(code) : new Unknown(code);
};

const Granted = z.object({
  refresh_token: z.string().catch(''),
  scope: z.string().catch(''),
  id_token: z.string().catch(''),
});
const Refreshed = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().catch(3600) });
const Claims = z.object({ email: z.string().catch('') });

/** Google says the token itself over TLS, so that its signature proves nothing more. */
const emailIn = (idToken: string): string => {
  try {
    return Claims.parse(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'))).email;
  } catch {
    return '';
  }
};

/**
 * The doors of Google's OAuth 2.0 (authorization code with PKCE): a code for a lasting grant, a grant for an access token,
 * and the end of one. Throws a PartnerError; {@link ReconnectNeeded} where the code or the grant counts no more.
 */
export const googleSignIn = ({ endpoints, app, redirectUri, now }: GoogleOptions) => {
  const { client_id, client_secret } = app;
  return {
    /** What the code stands for that a browser brought back, before anything is kept. */
    async exchange(code: string, state: string): Promise<{ refreshToken: string; scope: string; email: string }> {
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifierOf(state),
      };
      const said = Granted.parse(await posted(endpoints.tokenUrl, { client_id, client_secret, ...form }));
      return { refreshToken: said.refresh_token, scope: said.scope, email: emailIn(said.id_token) };
    },
    /** An access token, and the instant in milliseconds from which on it is old. */
    async refresh(refreshToken: string): Promise<{ token: string; until: number }> {
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
      const { data } = Refreshed.safeParse(await posted(endpoints.tokenUrl, { client_id, client_secret, ...form }));
      if (!data) throw new Unknown('answer');
      return { token: data.access_token, until: now().getTime() + data.expires_in * 1000 };
    },
    /** Gives the access back; access that was taken away before is no failure. */
    async revoke(refreshToken: string): Promise<void> {
      try {
        await posted(endpoints.revokeUrl, { token: refreshToken });
      } catch (error) {
        if (!(error instanceof Permanent)) throw error;
      }
    },
  };
};
