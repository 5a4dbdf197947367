import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import * as z from 'zod';
import { listen, type Running } from '#local/aws/http-listener.ts';
import { sandboxStyles } from './mailbox-page.ts';

export interface App {
  clientId: string;
  clientSecret: string;
  /** Compared exactly. */
  redirectUris: readonly string[];
}

/** A token endpoint's error (RFC 6749). */
export class OAuthRefusal extends Error {
  readonly status: number;
  readonly error: string;

  constructor(error: string, { description = error, status = 400 } = {}) {
    super(description);
    this.error = error;
    this.status = status;
  }
}

/**
 * Starts a partner's sandbox. Errors of `serve` become the partner's responses; errors unknown to `refuse` are bugs of
 * the sandbox and reported where it was started.
 */
export const startFakePartner = (
  { name, port, refuse = () => false }: { name: string; port: number; refuse?: Refuse },
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Running> => {
  const listener: RequestListener = (request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (refuse(response, error)) return;
      process.stderr.write(`${name}: ${error instanceof Error ? error.stack : String(error)}\n`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
  return listen(listener, port);
};
type Refuse = (response: ServerResponse, error: unknown) => boolean;

export const answerHtml = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
};

export const answerRedirect = (response: ServerResponse, location: string): void => {
  response.writeHead(303, { location }).end();
};

export const answerStyles = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/css' }).end(sandboxStyles);
};

/** Counts each caller's calls in the last second and minute; throws `refusal` above a limit. */
export const openThrottle = (
  now: () => Date,
  limits: { perSecond?: number; perMinute: number },
  refusal: () => Error,
): ((caller: string) => void) => {
  const calls = new Map<string, number[]>();
  return (caller) => {
    const at = now().getTime();
    const recent = (calls.get(caller) ?? []).filter((time) => time > at - 60_000);
    const lastSecond = recent.filter((time) => time > at - 1000);
    if (lastSecond.length >= (limits.perSecond ?? Infinity) || recent.length >= limits.perMinute) throw refusal();
    calls.set(caller, [...recent, at]);
  };
};

export const consentPolicy = (redirectUris: readonly string[]): string =>
  `default-src 'none'; style-src 'self'; form-action 'self' ${redirectUris.map((uri) => new URL(uri).origin).join(' ')}; base-uri 'none'; frame-ancestors 'none'`;

/**
 * Sets injected faults from JSON, as tests send it (responds with the new state), or from the page's form, which has
 * them as text. Returns the error of an invalid input.
 */
export const takeErrors = <Faults extends object>(
  { schema, faults }: { schema: z.ZodType<Faults>; faults: Faults },
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): string | undefined => {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  let given: unknown;
  try {
    given = JSON.parse(isForm ? (new URLSearchParams(body).get('faults') ?? '') : body);
  } catch {
    given = undefined;
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success) return z.prettifyError(parsed.error);
  Object.assign(faults, parsed.data);
  if (isForm) answerRedirect(response, '/');
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(faults));
  return undefined;
};
