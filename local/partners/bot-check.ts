import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import * as z from 'zod';
import { listen, type Running, readBody } from '#local/aws/http-listener.ts';

const HOSTNAME = '127.0.0.1';
const DEFAULT_ACTION = 'public_submit';
const TOKEN_LIFETIME_MS = 2 * 60_000;
// A used or old token is rejected as such until then, later as unknown.
const FORGET_AFTER_MS = 60 * 60_000;

type ErrorCode =
  | 'missing-input-secret'
  | 'invalid-input-secret'
  | 'missing-input-response'
  | 'invalid-input-response'
  | 'timeout-or-duplicate'
  | 'browser-error';

type Verdict =
  | { success: true; challenge_ts: string; hostname: string; score: number; action: string }
  | { success: false; 'error-codes': ErrorCode[] };

interface MintedToken {
  action: string;
  score: number;
  mintedAt: number;
  spent: boolean;
}

interface State {
  now: () => number;
  minted: Map<string, MintedToken>;
}

const mintInput = z.object({
  action: z
    .string()
    .regex(/^[A-Za-z0-9/_]{1,100}$/, 'an action holds letters, digits, / and _')
    .default(DEFAULT_ACTION),
  score: z.number().min(0).max(1).default(0.9),
});

/**
 * Plays reCAPTCHA v3's `siteverify`. Tokens: `pass` and `low` (score 0.1) any number of times, `fail`, `expired`,
 * `browser-error`, and those of `POST /mint`, valid for one check within two minutes. Every secret is accepted except
 * those that start with `invalid`.
 */
export function startBotCheck(options: { port: number; now?: () => Date }): Promise<Running> {
  const now = () => (options.now?.() ?? new Date()).getTime();
  const state: State = { now, minted: new Map() };
  const listener: RequestListener = (request, response) => {
    route(state, request, response).catch((error: unknown) => {
      process.stderr.write(`Bot check: ${error instanceof Error ? error.stack : String(error)}\n`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
  return listen(listener, options.port);
}

async function route(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '/').split('?')[0];
  if (path === '/siteverify') return siteverify(state, request, response);
  if (path === '/mint') {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    response.setHeader('access-control-allow-methods', 'POST');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  }
  if (request.method === 'POST' && path === '/mint') {
    const parsed = mintInput.safeParse(await readJson(request));
    if (parsed.success) return answer(response, 200, { token: mint(state, parsed.data) });
    return answer(response, 400, { message: z.prettifyError(parsed.error) });
  }
  answer(response, 404, { message: 'Not found' });
}

async function siteverify(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const fields = Object.fromEntries(new URLSearchParams(await readText(request)));
  answer(response, 200, verify(state, fields));
}

function verify(state: State, { secret, response: token }: Record<string, unknown>): Verdict {
  if (!secret) return refused('missing-input-secret');
  if (String(secret).startsWith('invalid')) return refused('invalid-input-secret');
  if (!token) return refused('missing-input-response');
  switch (token) {
    case 'pass':
      return passed(state.now(), DEFAULT_ACTION, 0.9);
    case 'low':
      return passed(state.now(), DEFAULT_ACTION, 0.1);
    case 'fail':
      return refused('invalid-input-response');
    case 'expired':
      return refused('timeout-or-duplicate');
    case 'browser-error':
      return refused('browser-error');
    default:
      return spend(state, String(token));
  }
}

function mint(state: State, { action, score }: z.output<typeof mintInput>): string {
  const mintedAt = state.now();
  for (const [token, old] of state.minted) {
    if (mintedAt - old.mintedAt > FORGET_AFTER_MS) state.minted.delete(token);
  }
  const token = `ok:${action}:${score}:${randomUUID()}`;
  state.minted.set(token, { action, score, mintedAt, spent: false });
  return token;
}

function spend({ now, minted }: State, token: string): Verdict {
  const known = minted.get(token);
  if (!known) return refused('invalid-input-response');
  if (known.spent || now() - known.mintedAt > TOKEN_LIFETIME_MS) return refused('timeout-or-duplicate');
  known.spent = true;
  return passed(known.mintedAt, known.action, known.score);
}

function passed(at: number, action: string, score: number): Verdict {
  // Without milliseconds, as the service writes it.
  const challenge_ts = `${new Date(at).toISOString().slice(0, 19)}Z`;
  return { success: true, challenge_ts, hostname: HOSTNAME, score, action };
}

function refused(code: ErrorCode): Verdict {
  return { success: false, 'error-codes': [code] };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse((await readText(request)) || '{}');
  } catch {
    return undefined;
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  return (await readBody(request, 100_000)).toString('utf8');
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
