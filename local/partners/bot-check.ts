import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { listen, type Running, readBody } from '#local/aws/http-listener.ts';
import { readJson } from './ses-request.ts';

const HOSTNAME = '127.0.0.1';
const DEFAULT_ACTION = 'public_submit';
const TOKEN_LIFETIME_MS = 2 * 60_000;

type Verdict =
  | { success: true; challenge_ts: string; hostname: string; score: number; action: string }
  | { success: false; 'error-codes': string[] };

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
  const state: State = { now: () => (options.now?.() ?? new Date()).getTime(), minted: new Map() };
  return listen((request, response) => route(state, request, response), options.port);
}

async function route(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '/').split('?')[0];
  if (path === '/siteverify')
    return answer(response, 200, verify(state, Object.fromEntries(new URLSearchParams(await readText(request)))));
  if (path === '/mint') {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    response.setHeader('access-control-allow-methods', 'POST');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  }
  if (request.method === 'POST' && path === '/mint') {
    const parsed = mintInput.safeParse(readJson((await readText(request)) || '{}'));
    if (parsed.success) return answer(response, 200, { token: mint(state, parsed.data) });
    return answer(response, 400, { message: z.prettifyError(parsed.error) });
  }
  answer(response, 404, { message: 'Not found' });
}

function verify(state: State, { secret, response: token }: Record<string, unknown>): Verdict {
  if (!secret || String(secret).startsWith('invalid')) return refused('invalid-input-secret');
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
  const token = `ok:${action}:${score}:${randomUUID()}`;
  state.minted.set(token, { action, score, mintedAt: state.now(), spent: false });
  return token;
}

function spend({ now, minted }: State, token: string): Verdict {
  const mintedToken = minted.get(token);
  if (!mintedToken) return refused('invalid-input-response');
  if (mintedToken.spent || now() - mintedToken.mintedAt > TOKEN_LIFETIME_MS) return refused('timeout-or-duplicate');
  mintedToken.spent = true;
  return passed(mintedToken.mintedAt, mintedToken.action, mintedToken.score);
}

function passed(at: number, action: string, score: number): Verdict {
  // Without milliseconds, as the service writes it.
  const challenge_ts = `${new Date(at).toISOString().slice(0, 19)}Z`;
  return { success: true, challenge_ts, hostname: HOSTNAME, score, action };
}

function refused(code: string): Verdict {
  return { success: false, 'error-codes': [code] };
}

async function readText(request: IncomingMessage): Promise<string> {
  return (await readBody(request, 100_000)).toString('utf8');
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
