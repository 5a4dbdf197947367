import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { Running } from '#local/aws/http-listener.ts';
import { startBotCheck } from '#local/partners/bot-check.ts';
import { type BotCheckConfig, siteverifyBotCheck } from './bot-check.ts';

const family = '203.0.113.9';

describe('siteverifyBotCheck with a working verifier', () => {
  let verifier: Running;
  const now = () => new Date('2026-03-10T12:00:00Z');
  beforeAll(async () => {
    verifier = await startBotCheck({ port: 0, now });
  });
  afterAll(() => verifier.close());

  const check = (token: string, config: Partial<BotCheckConfig> = {}) =>
    siteverifyBotCheck(
      async () => ({ verifyUrl: `${verifier.url}/siteverify`, secret: 'local', ...config }),
      now,
    ).verify(token, family);
  const mint = async (body: object = {}): Promise<string> => {
    const answer = await fetch(`${verifier.url}/mint`, { method: 'POST', body: JSON.stringify(body) });
    return ((await answer.json()) as { token: string }).token;
  };
  const demands = { minScore: 0.5, action: 'public_submit', hostnames: ['127.0.0.1'] };

  it('accepts a family unverified while the secret cannot be read', async () => {
    const down = siteverifyBotCheck(() => Promise.reject(new Error('the secret store is down')));
    expect(await down.verify(await mint(), family)).toMatchObject({
      verdict: 'unverified',
      error_codes: ['unconfigured'],
    });
  });

  it('F9 S-22 rejects submissions until the secret is set', async () => {
    const unset = siteverifyBotCheck(async () => {
      z.object({ secret: z.string() }).parse({ unset: 'generated' });
      return undefined;
    });
    expect(await unset.verify('any rubbish', family)).toMatchObject({
      verdict: 'refused',
      error_codes: ['unconfigured'],
    });
  });

  it('verifies a token once', async () => {
    const token = await mint({ score: 0.8 });
    const verified = { verdict: 'verified', score: 0.8, hostname: '127.0.0.1', error_codes: [] };
    expect(await check(token, demands)).toEqual(verified);
    expect(await check(token, demands)).toMatchObject({
      verdict: 'refused',
      error_codes: ['refused', 'timeout-or-duplicate'],
    });
  });

  it.each([
    ['a low score', 'low', {}, ['score']],
    ['another action', 'pass', { action: 'sign_in' }, ['action']],
    ['another host', 'pass', { hostnames: ['reports.example.com'] }, ['hostname']],
    ['all of them', 'low', { action: 'sign_in', hostnames: [] }, ['action', 'hostname', 'score']],
    ['a failed check', 'fail', {}, ['refused', 'invalid-input-response']],
    ['an unknown token', 'x'.repeat(4096), {}, ['refused', 'invalid-input-response']],
  ])('rejects %s', async (_, token, config, codes) => {
    expect(await check(token, { ...demands, ...config })).toMatchObject({ verdict: 'refused', error_codes: codes });
  });

  it('F9 S-22 rejects submissions if the verifier does not accept our secret', async () => {
    expect(await check('pass', { secret: 'invalid-secret' })).toMatchObject({
      verdict: 'refused',
      error_codes: ['invalid-input-secret'],
    });
  });
});

describe('S-36 siteverifyBotCheck with a misbehaving verifier', () => {
  type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void;
  let behave: Behaviour;
  let requests: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push(String(Buffer.concat(chunks)));
      behave(request, response, String(Buffer.concat(chunks)));
    });
  });
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    requests = [];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const check = (as: Behaviour, config: Partial<BotCheckConfig> = {}) => {
    behave = as;
    return siteverifyBotCheck(async () => ({ verifyUrl: `${url}/siteverify`, secret: 's3cret', ...config })).verify(
      'token',
      family,
    );
  };
  const json =
    (body: unknown, status = 200): Behaviour =>
    (_, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const unreachable = { verdict: 'unverified', score: null, hostname: null, error_codes: ['unreachable'] };

  const hostile: [string, Behaviour][] = [
    ['HTML', (_, response) => response.end('<!doctype html><title>Sorry</title>')],
    ['an error page', json({ success: true }, 500)],
    ['too many requests', json({ success: true }, 429)],
    ['another shape', json({ success: 'yes' })],
    ['texts of any length', json({ success: true, hostname: 'h'.repeat(10_000) })],
  ];
  it.each(hostile)('treats %s as unreachable and does not retry', async (_, behaviour) => {
    expect(await check(behaviour)).toEqual(unreachable);
    expect(requests).toHaveLength(1);
  });

  it.each([400, 413])('F9 rejects the token when the verifier returns %i', async (status) => {
    const answer = await check(json({ success: true }, status));
    expect(answer).toMatchObject({ verdict: 'refused', error_codes: ['refused', `status-${status}`] });
  });

  it('F9 S-22 rejects a token that was solved too long ago', async () => {
    const passed = (challenge_ts: string) => check(json({ success: true, challenge_ts }));
    expect(await passed('2020-01-01T00:00:00Z')).toMatchObject({ verdict: 'refused', error_codes: ['age'] });
    expect(await passed('whenever')).toMatchObject({ verdict: 'refused', error_codes: ['age'] });
    expect(await passed(new Date().toISOString())).toMatchObject({ verdict: 'verified' });
  });

  it('stores only error codes that look like codes', async () => {
    const codes = [
      'bad-request',
      'x\n{"level":"ERROR"}',
      7,
      null,
      'y'.repeat(51),
      ...Array.from({ length: 1000 }, () => 'z'),
    ];
    const answer = await check(json({ success: false, 'error-codes': codes }));
    expect(answer).toMatchObject({
      verdict: 'refused',
      error_codes: ['refused', 'bad-request', ...Array.from({ length: 9 }, () => 'z')],
    });
  });

  it('waits 3 seconds for a slow verifier', async () => {
    const { timeout } = AbortSignal;
    const patience = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 50));
    expect(await check(() => undefined)).toEqual(unreachable);
    expect(patience.mock.calls).toEqual([[3_000]]);
    patience.mockRestore();
    expect(requests.length).toBeLessThan(2);
  });

  it('retries once when the connection breaks', async () => {
    let n = 0;
    const answer = await check((request, response, body) => {
      if (n++ === 0) request.socket.destroy();
      else json({ success: true, score: 0.9 })(request, response, body);
    });
    expect(answer).toMatchObject({ verdict: 'verified', score: 0.9 });
    expect(requests).toHaveLength(2);
    expect(Object.fromEntries(new URLSearchParams(requests[1]))).toEqual({
      secret: 's3cret',
      response: 'token',
      remoteip: family,
    });
  });

  it('accepts a token whose first verification lost its response', async () => {
    let n = 0;
    const answer = await check((request, response, body) => {
      if (n++ === 0) request.socket.destroy();
      else json({ success: false, 'error-codes': ['timeout-or-duplicate'] })(request, response, body);
    });
    expect(answer).toEqual(unreachable);
  });
});
