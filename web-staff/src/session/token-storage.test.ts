// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { holdsTokens, tokenStorage } from './token-storage.ts';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('S-29 token storage', () => {
  it('stores what a session needs, and nothing that names the user', async () => {
    const key = 'CognitoIdentityServiceProvider.client.user';
    for (const kind of ['accessToken', 'refreshToken', 'clockDrift', 'idToken', 'signInDetails']) {
      await tokenStorage.setItem(`${key}.${kind}`, 'value');
    }
    expect(Object.keys(sessionStorage).map((name) => name.slice(key.length + 1))).toEqual(
      expect.arrayContaining(['accessToken', 'refreshToken', 'clockDrift']),
    );
    expect(sessionStorage).toHaveLength(3);
    expect(localStorage).toHaveLength(0);
    expect(holdsTokens()).toBe(true);
  });

  it('detects an empty tab', () => {
    expect(holdsTokens()).toBe(false);
  });
});
