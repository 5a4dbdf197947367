// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BotCheckConfig } from './bot-check.ts';

/** Each page has a fresh module. */
const load = async (config: BotCheckConfig, mint: () => Response = () => Response.json({ token: 'minted' })) => {
  vi.resetModules();
  const calls = vi.fn(async (url: string, _init?: RequestInit) =>
    url === '/config.json' ? Response.json({ botCheck: config }) : mint(),
  );
  vi.stubGlobal('fetch', calls);
  const { loadBotCheck } = await import('./bot-check.ts');
  return { loadBotCheck, calls };
};

const answerScripts = (outcome: 'load' | 'error', onScript: (src: string) => void = () => {}) =>
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (!(script instanceof HTMLScriptElement)) return;
    onScript(script.src);
    queueMicrotask(() =>
      outcome === 'load' ? script.onload?.(new Event('load')) : script.onerror?.(new Event('error')),
    );
  });

beforeEach(() => void vi.restoreAllMocks());
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'grecaptcha');
  Reflect.deleteProperty(globalThis, 'turnstile');
});

describe('the bot check', () => {
  it('mints a new token of the action in the sandbox each time', async () => {
    let minted = 0;
    const { loadBotCheck, calls } = await load({ kind: 'sandbox', mintUrl: '/mint' }, () =>
      Response.json({ token: `t${++minted}` }),
    );
    const check = await loadBotCheck();
    expect(await check.getToken('public_submit')).toBe('t1');
    expect(await check.getToken('public_submit')).toBe('t2');
    expect(calls).toHaveBeenLastCalledWith('/mint', { method: 'POST', body: '{"action":"public_submit"}' });
  });

  it('becomes ready with reCAPTCHA once its script is loaded', async () => {
    const { loadBotCheck } = await load({ kind: 'recaptcha', siteKey: 'a key' });
    const execute = vi.fn(async () => 'v3-token');
    const scripts: string[] = [];
    answerScripts('load', (src) => {
      scripts.push(src);
      vi.stubGlobal('grecaptcha', { ready: (done: () => void) => done(), execute });
    });
    expect(await (await loadBotCheck()).getToken('public_submit')).toBe('v3-token');
    expect(scripts).toEqual(['https://www.google.com/recaptcha/api.js?render=a%20key']);
    expect(execute).toHaveBeenCalledWith('a key', { action: 'public_submit' });
  });

  it('returns a Turnstile token and removes its widget', async () => {
    const { loadBotCheck } = await load({ kind: 'turnstile', siteKey: 'key' });
    const remove = vi.fn();
    answerScripts('load', () =>
      vi.stubGlobal('turnstile', {
        render: (_host: HTMLElement, { callback }: { callback: (token: string) => void }) => {
          queueMicrotask(() => callback('cf-token'));
          return 'widget-1';
        },
        remove,
      }),
    );
    expect(await (await loadBotCheck()).getToken('public_submit')).toBe('cf-token');
    expect(remove).toHaveBeenCalledWith('widget-1');
    expect(document.querySelector('.bot-check')).toBeNull();
  });

  it('retries a script that did not load', async () => {
    const { loadBotCheck } = await load({ kind: 'recaptcha', siteKey: 'key' });
    const failing = answerScripts('error');
    await expect(loadBotCheck()).rejects.toThrow('did not load');
    failing.mockRestore();
    answerScripts('load', () =>
      vi.stubGlobal('grecaptcha', { ready: (done: () => void) => done(), execute: async () => 'x' }),
    );
    expect(await (await loadBotCheck()).getToken('public_submit')).toBe('x');
  });

  it('loads again if its configuration took more than 15 seconds', async () => {
    const { loadBotCheck, calls } = await load({ kind: 'sandbox', mintUrl: '/mint' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    calls.mockReturnValueOnce(new Promise(() => {}));
    const first = expect(loadBotCheck()).rejects.toThrow('Timed out');
    await vi.advanceTimersByTimeAsync(15_000);
    await first;
    vi.useRealTimers();
    expect(await (await loadBotCheck()).getToken('public_submit')).toBe('minted');
  });
});
