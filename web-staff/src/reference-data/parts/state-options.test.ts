import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '#domain/shared/contract/client.ts';
import { statesQuery } from './state-options.ts';

const georgia = [{ code: 'GA', name: 'Georgia' }];
const hour = 3_600_000;
const fetch = vi.fn<typeof globalThis.fetch>();
const call = createClient({ fetch });
const json = (body: unknown, status = 200) => Response.json(body, { status });
let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  client = new QueryClient();
  fetch.mockReset();
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const states = async (): Promise<number | string> => {
  const reading = client.fetchQuery(statesQuery(call, 'US'));
  await vi.advanceTimersByTimeAsync(40_000);
  const { list } = await reading;
  return list.length === 1 ? String(list[0]?.code) : list.length;
};

describe('common data', () => {
  it('requests a country and caches the response for 24 hours', async () => {
    fetch.mockImplementation(async () => json(georgia));
    expect(await states()).toBe('GA');
    vi.advanceTimersByTime(23 * hour);
    expect(await states()).toBe('GA');
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/common/states/?country=US');
    vi.advanceTimersByTime(hour);
    await states();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('tries three times, 1 and 2 seconds apart', async () => {
    const at: number[] = [];
    const start = Date.now();
    fetch.mockImplementation(async () => {
      at.push(Date.now() - start);
      return json({}, 500);
    });
    expect(await states()).toBe(50);
    expect(at).toEqual([0, 1000, 3000]);
  });

  it('accepts a response at the third attempt', async () => {
    fetch.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValueOnce(json({}, 400));
    fetch.mockResolvedValueOnce(json(georgia));
    expect(await states()).toBe('GA');
  });

  it('ends an attempt after 10 seconds', async () => {
    fetch.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error()))),
    );
    expect(await states()).toBe(50);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['404', () => json({}, 404), 50, 50, 1],
    ['an empty body', () => new Response(''), 50, 50, 1],
    ['401', () => json({}, 401), 50, 'GA', 1],
    ['403', () => json({}, 403), 50, 'GA', 1],
    ['bad JSON', () => new Response('<html>'), 50, 'GA', 1],
    ['a wrong shape', () => json({ states: [] }), 50, 'GA', 1],
    ['a server error', () => json({}, 503), 50, 'GA', 3],
  ])('uses the fallback or the previous response after %s', async (_, answer, first, later, tries) => {
    fetch.mockImplementation(async () => answer());
    expect(await states()).toBe(first);
    expect(fetch).toHaveBeenCalledTimes(tries);
    fetch.mockImplementation(async () => json(georgia));
    expect(await states()).toBe('GA');
    vi.advanceTimersByTime(25 * hour);
    fetch.mockImplementation(async () => answer());
    expect(await states()).toBe(later);
  });

  it('logs a list that is not found', async () => {
    fetch.mockImplementation(async () => json({}, 404));
    await states();
    expect(console.warn).toHaveBeenCalledOnce();
  });
});
