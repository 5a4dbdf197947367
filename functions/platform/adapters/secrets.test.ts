import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { quickBooksParts } from '#functions/lambdas/wiring/quickbooks.ts';
import { BotCheckConfig } from './bot-check.ts';
import { jsonSecret, originSecrets } from './secrets.ts';

describe('S-33 jsonSecret', () => {
  const held: Record<string, string> = {};
  const asked: string[] = [];
  let down = false;
  let silent = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { SecretId } = JSON.parse(String(Buffer.concat(chunks))) as { SecretId: string };
      asked.push(SecretId);
      if (silent) return;
      const found = down ? undefined : held[SecretId];
      response.writeHead(found === undefined ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(
        JSON.stringify(found === undefined ? { __type: 'ResourceNotFoundException' } : { SecretString: found }),
      );
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    const url = 'https://quickbooks.example';
    const service = { environment: 'local', api: url, authorizeUrl: url, tokenUrl: url, revokeUrl: url };
    vi.stubEnv('QUICKBOOKS', JSON.stringify(service));
    vi.stubEnv('QUICKBOOKS_SECRET_ID', 'books');
    vi.stubEnv('STAFF_SITE_URL', url);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
  });
  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
  const origin = (current: string, previous?: string) => JSON.stringify({ current, previous });

  it('fetches a secret once in five minutes, then picks up a rotation', async () => {
    held.origin = origin('origin-secret-one');
    const read = originSecrets('origin');
    for (let n = 0; n < 20; n++) expect(await read()).toEqual(['origin-secret-one']);
    held.origin = origin('origin-secret-two', 'origin-secret-one');
    pass(299);
    expect(await read()).toEqual(['origin-secret-one']);
    expect(asked).toEqual(['origin']);
    pass(2);
    expect(await read()).toEqual(['origin-secret-two', 'origin-secret-one']);
    expect(asked).toEqual(['origin', 'origin']);
  });

  it('keeps the last value while secrets cannot be fetched', async () => {
    held.bot = JSON.stringify({ verifyUrl: 'https://verifier.example/siteverify', secret: 's3cret' });
    const first = await jsonSecret('bot', BotCheckConfig);
    down = true;
    pass(301);
    expect(await jsonSecret('bot', BotCheckConfig)).toEqual(first);
    // An outage must not look like a missing app.
    await expect(quickBooksParts(() => new Date()).app()).rejects.toMatchObject({ kind: 'unavailable' });
    down = false;
    held.books = JSON.stringify({ to_be_put_in: 'x' });
    expect(await quickBooksParts(() => new Date()).app()).toBeUndefined();
    held.bot = JSON.stringify({ verifyUrl: 'https://verifier.example/siteverify', secret: 'another' });
    expect(await jsonSecret('bot', BotCheckConfig)).toMatchObject({ secret: 'another' });
  });

  it('waits seconds for a silent store, then uses the last value', async () => {
    held.calm = origin('origin-secret-one');
    const read = originSecrets('calm');
    await read();
    silent = true;
    pass(301);
    const { setTimeout: real } = globalThis;
    const patience: number[] = [];
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((done: () => void, ms = 0) => {
      patience.push(ms);
      return real(done, ms / 40);
    }) as typeof setTimeout);
    expect(await read()).toEqual(['origin-secret-one']);
    timers.mockRestore();
    expect(patience).toContain(2_000);
    silent = false;
  });

  it.each([
    ['that is missing', undefined],
    ['that is no JSON', 'hunter2'],
    ['that is too short to be one', origin('short')],
  ])('fails closed for one %s', async (what, value) => {
    if (value !== undefined) held[what] = value;
    await expect(originSecrets(what)()).rejects.toThrow();
  });
});
