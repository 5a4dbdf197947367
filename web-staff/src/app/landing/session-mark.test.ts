// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdsTokens, tokenStorage } from '../../session/token-storage.ts';

const script = readFileSync(join(import.meta.dirname, '../../../public/session-mark.js'), 'utf8');
const tags = '<script type="module" src="/assets/index-1.js"></script>';
const token = 'CognitoIdentityServiceProvider.client.user';

const openPage = () => {
  delete document.documentElement.dataset.session;
  document.head.innerHTML = `<template id="application">${tags}</template>`;
  document.body.innerHTML = '<div id="landing"></div><div id="root"></div>';
  const write = vi.spyOn(document, 'write').mockImplementation(() => undefined);
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  new Function(script)();
  return { mark: document.documentElement.dataset.session, write, reload };
};
const comeBack = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }) as PageTransitionEvent);

const configured = (config: object) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(config));

beforeEach(() => {
  sessionStorage.clear();
  configured({});
});
afterEach(() => vi.restoreAllMocks());

describe('leaves nothing', () => {
  it('starts the application in a tab that has signed in', async () => {
    await tokenStorage.setItem(`${token}.refreshToken`, 'secret');
    expect(holdsTokens()).toBe(true);
    const { mark, write } = openPage();
    expect(mark).toBe('kept');
    expect(write).toHaveBeenCalledExactlyOnceWith(tags);
    document.dispatchEvent(new Event('DOMContentLoaded'));
    expect(document.getElementById('landing')).toBeNull();
    expect(document.getElementById('root')).not.toBeNull();
  });

  it.each([
    [{}, 'See what it does', '#features'],
    [{ demo: { password: 'x', accounts: [] } }, 'Try the demo', '/signin?demo'],
  ])('leads a visitor, configured with %j, to “%s”', async (config, text, address) => {
    openPage();
    document.body.innerHTML = '<i id="landing"></i><a id="first-way" href="#features">See what it does</a>';
    const asked = configured(config);
    document.dispatchEvent(new Event('DOMContentLoaded'));
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    const first = document.getElementById('first-way');
    await vi.waitFor(() => expect([first?.textContent, first?.getAttribute('href')]).toEqual([text, address]));
  });

  it('stays unchanged in every other tab', async () => {
    await tokenStorage.setItem(`${token}.clockDrift`, '0');
    await tokenStorage.setItem('refreshToken', 'of something else');
    expect(holdsTokens()).toBe(false);
    const { mark, write } = openPage();
    expect([mark, write.mock.calls]).toEqual([undefined, []]);
    expect(document.getElementById('landing')).not.toBeNull();
  });

  it('starts the application when a signed-in user returns to it', async () => {
    const { reload } = openPage();
    comeBack(true);
    expect(reload).not.toHaveBeenCalled();
    await tokenStorage.setItem(`${token}.refreshToken`, 'secret');
    comeBack(false);
    expect(reload).not.toHaveBeenCalled();
    comeBack(true);
    expect(reload).toHaveBeenCalled();
  });
});
