import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';

const source = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');
const site = 'https://app.example';
const addressOf = (request: string | { url: string }) =>
  new URL(typeof request === 'string' ? request : request.url, site);

interface Published {
  [path: string]: string;
}

/** Browser caches, which outlive workers, and a network that can be cut. */
const browser = () => {
  const stored = new Map<string, Map<string, Response>>();
  const network = { files: {} as Published, isCut: false, isSilent: false, day: 1, asked: [] as string[] };
  const fetchFile = async (request: string | { url: string }): Promise<Response> => {
    const { pathname } = addressOf(request);
    network.asked.push(pathname);
    if (network.isSilent) return new Promise(() => undefined);
    if (network.isCut) throw new TypeError('Failed to fetch');
    const body = network.files[pathname];
    const date = new Date(Date.UTC(2026, 10, network.day)).toUTCString();
    return new Response(body ?? 'Not found', { status: body === undefined ? 404 : 200, headers: { date } });
  };
  const open = async (name: string) => {
    const parts = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, parts);
    return {
      match: async (request: string | { url: string }) => parts.get(addressOf(request).pathname)?.clone(),
      addAll: async (requests: { url: string }[]) => {
        const answers = await Promise.all(requests.map(fetchFile));
        if (answers.some(({ ok }) => !ok)) throw new TypeError('Request failed');
        for (const [at, answer] of answers.entries()) parts.set(addressOf(requests[at] ?? '').pathname, answer);
      },
    };
  };
  const caches = { open, keys: async () => [...stored.keys()], delete: async (name: string) => stored.delete(name) };

  const start = (version: string, files: string[]) => {
    const listeners = new Map<string, (event: object) => void>();
    const self = {
      location: new URL(site),
      registration: {},
      clients: { claim: vi.fn() },
      skipWaiting: vi.fn(),
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    };
    const text = source
      .replace("'VERSION'", JSON.stringify(version))
      .replace("'FILES'", () => JSON.stringify(JSON.stringify(files)));
    class SiteRequest {
      url: string;
      constructor(path: string) {
        this.url = addressOf(path).href;
      }
    }
    const world = {
      self,
      caches,
      fetch: fetchFile,
      URL,
      Promise,
      setTimeout: (...given: Parameters<typeof setTimeout>) => setTimeout(...given),
      Request: SiteRequest,
    };
    runInContext(text, createContext(world));
    const messagesOf = (type: string) => {
      let waited: Promise<unknown> = Promise.resolve();
      listeners.get(type)?.({ waitUntil: (until: Promise<unknown>) => (waited = until) });
      return waited;
    };
    /** Returns the worker's response; undefined if it leaves the request to the browser. */
    const ask = async (path: string, mode = 'no-cors', method = 'GET'): Promise<string | undefined> => {
      let answer: Promise<Response> | undefined;
      const request = { url: new URL(path, site).href, mode, method };
      listeners.get('fetch')?.({ request, respondWith: (given: Promise<Response>) => (answer = given) });
      return (await answer)?.text();
    };
    return { install: () => messagesOf('install'), activate: () => messagesOf('activate'), ask };
  };
  return { network, stored, start };
};

const first = { '/index.html': 'page 1', '/assets/app-1.js': 'app 1', '/assets/later-1.js': 'later 1' };
const second = { '/index.html': 'page 2', '/assets/app-2.js': 'app 2' };

describe('service worker', () => {
  const running = async () => {
    const world = browser();
    world.network.files = { ...first };
    const worker = world.start('one', ['/index.html', '/assets/app-1.js']);
    await worker.install();
    await worker.activate();
    return { ...world, worker };
  };

  it('serves pages from the network, and from its cache when offline', async () => {
    const { worker, network } = await running();
    network.files['/index.html'] = 'page 2';
    network.files['/first-calls/new'] = 'page 2';
    expect(await worker.ask('/first-calls/new', 'navigate')).toBe('page 2');
    network.isCut = true;
    expect(await worker.ask('/first-calls/new', 'navigate')).toBe('page 1');
    expect(await worker.ask('/assets/app-1.js')).toBe('app 1');
  });

  it('serves from the cache when the network does not respond for a while', async () => {
    const { worker, network } = await running();
    network.isSilent = true;
    vi.useFakeTimers();
    try {
      const answer = worker.ask('/signin', 'navigate');
      await vi.advanceTimersByTimeAsync(4_000);
      expect(await answer).toBe('page 1');
      expect(network.asked.at(-1)).toBe('/signin');
    } finally {
      vi.useRealTimers();
    }
  });

  it('never handles API calls, sandboxes, settings or writes', async () => {
    const { worker, stored } = await running();
    const left = ['/api/forms/first-calls/', '/config.json', '/sandbox/user-pool', '/sw.js', '/favicon.svg'];
    for (const path of left) {
      expect(await worker.ask(path), path).toBeUndefined();
      expect(await worker.ask(path, 'navigate'), path).toBeUndefined();
    }
    expect(await worker.ask('/api/customers/export/', 'navigate')).toBeUndefined();
    expect(await worker.ask('/assets/app-1.js', 'no-cors', 'POST')).toBeUndefined();
    expect(await worker.ask('https://elsewhere.example/assets/app-1.js')).toBeUndefined();
    expect([...stored.values()].flatMap((parts) => [...parts.keys()])).toEqual(['/index.html', '/assets/app-1.js']);
  });

  it('drops an incomplete build and leaves the previous worker active', async () => {
    const { worker, network, stored, start } = await running();
    const next = start('two', ['/index.html', '/assets/app-2.js']);
    await expect(next.install()).rejects.toThrow();
    expect([...stored.keys()]).toEqual(['stillwater-parts-one']);
    network.isCut = true;
    expect(await worker.ask('/signin', 'navigate')).toBe('page 1');
  });

  it('serves pages of the previous build with their own chunks, and deletes older ones', async () => {
    const { network, stored, start } = await running();
    network.files = { ...first, ...second };
    network.day = 2;
    const next = start('two', ['/index.html', '/assets/app-2.js']);
    await next.install();
    await next.activate();
    network.isCut = true;
    expect(await next.ask('/signin', 'navigate')).toBe('page 2');
    expect(await next.ask('/assets/app-2.js')).toBe('app 2');
    // A page opened before the deployment.
    expect(await next.ask('/assets/app-1.js')).toBe('app 1');
    network.isCut = false;
    network.files = { ...first, ...second, '/index.html': 'page 3', '/assets/app-3.js': 'app 3' };
    network.day = 3;
    const third = start('three', ['/index.html', '/assets/app-3.js']);
    await third.install();
    await third.activate();
    expect([...stored.keys()].toSorted()).toEqual(['stillwater-parts-three', 'stillwater-parts-two']);
    expect(await third.ask('/assets/later-1.js')).toBe('later 1');
  });
});
