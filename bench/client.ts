import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { request as httpsRequest, Agent as SecureAgent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { CognitoIdentityProviderClient, InitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { routePath } from '#domain/contract/endpoint.ts';
import { accounts, demoPassword } from '#local/accounts.ts';
import { LOCAL_CREDENTIALS, REGION } from '#local/environment.ts';
import type { Request } from './operations.ts';

export type Body = Record<string, unknown>;

/** Sends over connections that are kept, and answers the JSON of what succeeded; of a file its text. */
const jsonOver =
  (agent: Agent) =>
  (url: URL, method: string, headers: Record<string, string>, body?: object): Promise<Body> =>
    new Promise((resolve, reject) => {
      const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const sent = request(url, { method, agent, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.once('error', reject);
        answer.once('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          if ((answer.statusCode ?? 500) >= 300) reject(new Error(`${answer.statusCode} ${text}`));
          else resolve((answer.headers['content-type']?.includes('json') ? JSON.parse(text) : { text }) as Body);
        });
      });
      sent.once('error', reject);
      sent.end(body && JSON.stringify(body));
    });

export interface Client {
  send: (request: Request, headers?: Record<string, string>) => Promise<Body>;
  /** A GET of a path, for what no contract row describes. */
  get: (path: string) => Promise<Body>;
  close(): void;
}

/** Calls a server at an address, with a member's token of that moment where it asks for one. */
export const clientOf = (origin: string, token?: () => string): Client => {
  // A server may close a connection that was idle for five seconds in the moment in which it is used again.
  const kept = { keepAlive: true, maxSockets: 64, timeout: 3_000 };
  const agent = new URL(origin).protocol === 'https:' ? new SecureAgent(kept) : new Agent(kept);
  const json = jsonOver(agent);
  const own = (): Record<string, string> => ({
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token()}` } : {}),
  });
  return {
    send: ({ row, params = {}, query, body }, headers = {}) => {
      const path = routePath(row.path).replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
      const url = new URL(`${path}/?${new URLSearchParams(query)}`, origin);
      return json(url, row.method, { ...own(), ...headers }, body);
    },
    get: (path) => json(new URL(path, origin), 'GET', own()),
    close: () => agent.destroy(),
  };
};

/** The access token of the demo organization's owner. */
export const signIn = async (endpoint: string, ClientId: string): Promise<string> => {
  const client = new CognitoIdentityProviderClient({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS });
  const AuthParameters = { USERNAME: accounts[0].email, PASSWORD: demoPassword() };
  const { AuthenticationResult } = await client.send(
    new InitiateAuthCommand({ AuthFlow: 'USER_PASSWORD_AUTH', ClientId, AuthParameters }),
  );
  client.destroy();
  return AuthenticationResult?.AccessToken ?? '';
};

/** A call that nobody has answered for so long has failed. */
const answeredWithinMs = 120_000;

/** Sends until it is answered, a write always under one key, as a site does whose connection breaks. Throws what is refused. */
export const answered = async ({ send }: Client, request: Request): Promise<{ answer: Body; tries: number }> => {
  const headers = { 'idempotency-key': randomUUID() };
  const began = performance.now();
  for (let tries = 1; ; tries++) {
    try {
      return { answer: await send(request, request.row.method === 'GET' ? {} : headers), tries };
    } catch (error) {
      const refused = /^4\d\d /.test((error as Error).message);
      if (refused || performance.now() - began > answeredWithinMs) throw error;
      await pause(100);
    }
  }
};
