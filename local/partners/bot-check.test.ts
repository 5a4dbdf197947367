import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Running } from '#local/aws/http-listener.ts';
import { startBotCheck } from './bot-check.ts';

const START = Date.parse('2026-11-20T10:00:00.500Z');
let botCheck: Running;
let now: number;

beforeEach(async () => {
  now = START;
  botCheck = await startBotCheck({ port: 0, now: () => new Date(now) });
});
afterEach(() => botCheck.close());

async function verify(fields: Record<string, string>) {
  const answer = await fetch(`${botCheck.url}/siteverify`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, body: await answer.json() };
}

async function postJson(path: string, body: unknown) {
  const answer = await fetch(botCheck.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

const refusal = (code: string) => ({ status: 200, body: { success: false, 'error-codes': [code] } });

describe('siteverify', () => {
  it('takes the token pass any number of times', async () => {
    const passed = {
      success: true,
      challenge_ts: '2026-11-20T10:00:00Z',
      hostname: '127.0.0.1',
      score: 0.9,
      action: 'public_submit',
    };
    expect((await verify({ secret: 's', response: 'pass' })).body).toEqual(passed);
    expect((await verify({ secret: 's', response: 'pass', remoteip: '203.0.113.9' })).body).toEqual(passed);
  });

  it.each([
    ['missing-input-secret', { response: 'pass' }],
    ['invalid-input-secret', { secret: 'invalid', response: 'pass' }],
    ['missing-input-response', { secret: 's' }],
    ['invalid-input-response', { secret: 's', response: 'fail' }],
    ['invalid-input-response', { secret: 's', response: 'ok:public_submit:0.9:never-minted' }],
    ['timeout-or-duplicate', { secret: 's', response: 'expired' }],
    ['browser-error', { secret: 's', response: 'browser-error' }],
  ])('answers %s for %j', async (code, fields) => {
    expect(await verify(fields)).toEqual(refusal(code));
  });
});

describe('minted tokens', () => {
  async function mint(input: object = {}): Promise<string> {
    const { body } = await postJson('/mint', input);
    expect(body.token).toMatch(/^ok:[a-z_/]+:[\d.]+:[\w-]{36}$/);
    return body.token;
  }

  it('carry their action and are good for one check', async () => {
    const token = await mint({ action: 'first_call' });
    const { body } = await verify({ secret: 's', response: token });
    expect(body).toMatchObject({ success: true, action: 'first_call', score: 0.9 });
    expect(await verify({ secret: 's', response: token })).toEqual(refusal('timeout-or-duplicate'));
    await mint();
    expect(await verify({ secret: 's', response: token })).toEqual(refusal('timeout-or-duplicate'));
  });

  it('live for two minutes', async () => {
    const [early, late] = [await mint(), await mint()];
    now += 120_000;
    expect((await verify({ secret: 's', response: early })).body).toMatchObject({ success: true });
    now += 1;
    expect(await verify({ secret: 's', response: late })).toEqual(refusal('timeout-or-duplicate'));
  });

  it('can be minted by a page of another origin, with a proper action', async () => {
    const preflight = await fetch(`${botCheck.url}/mint`, { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
    const minted = await postJson('/mint', { action: 'public_submit' });
    expect(minted.headers.get('access-control-allow-origin')).toBe('*');
    expect((await postJson('/mint', { action: 'a:b' })).status).toBe(400);
  });
});

describe('fault switches', () => {
  it('answer with a status until they are cleared', async () => {
    await postJson('/faults', { status: 503 });
    expect((await verify({ secret: 's', response: 'pass' })).status).toBe(503);
    await postJson('/faults', {});
    expect((await verify({ secret: 's', response: 'pass' })).status).toBe(200);
  });

  it('hold an answer back', async () => {
    await postJson('/faults', { delayMs: 600_000 });
    const impatient = fetch(`${botCheck.url}/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({ secret: 's', response: 'pass' }),
      signal: AbortSignal.timeout(50),
    });
    await expect(impatient).rejects.toThrow('timeout');
  });
});
