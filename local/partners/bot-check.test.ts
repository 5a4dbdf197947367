import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Running } from '#local/aws/http-listener.ts';
import { startBotCheck } from './bot-check.ts';

let botCheck: Running;

beforeEach(async () => {
  botCheck = await startBotCheck({ port: 0, now: () => new Date() });
});
afterEach(() => botCheck.close());

// Verification is tested through the adapter.
it('mints a token with an action for a page of another origin', async () => {
  const mint = (action: string) => fetch(`${botCheck.url}/mint`, { method: 'POST', body: JSON.stringify({ action }) });
  const preflight = await fetch(`${botCheck.url}/mint`, { method: 'OPTIONS' });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
  expect((await mint('public_submit')).headers.get('access-control-allow-origin')).toBe('*');
  expect((await mint('a:b')).status).toBe(400);
});
