import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callsWith, eventually } from './live-calls.ts';

vi.mock('../sleep.ts', () => ({ pause: async (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds) }));

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('eventually', () => {
  it('waits minutes for what a busy machine does late', async () => {
    const due = Date.now() + 10 * 60_000;
    expect(await eventually(() => (Date.now() > due ? 'previewed' : undefined))).toBe('previewed');
  });

  it('throws if the answer never comes, so that no call is sent without it', async () => {
    await expect(eventually(() => undefined)).rejects.toThrow('did not come');
  });
});

describe('callsWith', () => {
  it('repeats a call under its key while the product is busy', async () => {
    const statuses = [503, 503, 200];
    const send = vi.fn(async (_url: string, _request: RequestInit) =>
      Response.json({}, { status: statuses.shift() ?? 200 }),
    );
    vi.stubGlobal('fetch', send);
    await callsWith('http://127.0.0.1', 'token')('POST', '/api/quickbooks/sync/start/', {});
    expect(send).toHaveBeenCalledTimes(3);
    expect(new Set(send.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'))).size).toBe(1);
  });

  it('throws when a call is refused', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ preview: ['Preview is required'] }, { status: 400 }));
    await expect(callsWith('http://127.0.0.1', 'token')('POST', '/api/x/')).rejects.toThrow('Preview is required');
  });
});
