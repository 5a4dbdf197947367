import { describe, expect, it } from 'vitest';
import {
  OutcomeUnknownError,
  PermanentError,
  ReauthorizationError,
} from '#functions/platform/store/partners/circuit.ts';
import { getAccessToken, type QuickBooksTokens, type TokenStore } from './quickbooks-oauth.ts';

const start = Date.parse('2026-11-20T12:00:00Z');

/** Tokens in memory under the rules of conditional writes; pausing moves the clock. */
const scene = (lastsMs = -1000) => {
  let clock = start;
  let version = 1;
  let claimedUntil = 0;
  let isEnded = false;
  const tokensFrom = (number: number, ms: number): QuickBooksTokens => ({
    access_token: `access-${number}`,
    refresh_token: `refresh-${number}`,
    access_expires_at: new Date(clock + ms).toISOString(),
    refresh_expires_at: new Date(clock + 1e10).toISOString(),
  });
  let tokens = tokensFrom(1, lastsMs);
  const store: TokenStore = {
    read: async () => (isEnded ? undefined : { tokens, version }),
    claim: async (seen, seconds) => {
      if (seen !== version || claimedUntil > clock) return undefined;
      claimedUntil = clock + seconds * 1000;
      version += 1;
      return version;
    },
    keep: async (seen, next) => {
      if (seen !== version) throw new Error('lost the claim');
      [tokens, version, claimedUntil] = [next, version + 1, 0];
    },
    release: async () => {
      claimedUntil = 0;
    },
    ended: async () => {
      isEnded = true;
    },
  };
  let refreshes = 0;
  const refresh = async (given: string): Promise<QuickBooksTokens> => {
    refreshes += 1;
    expect(given).toBe(tokens.refresh_token);
    await new Promise((resolve) => setImmediate(resolve));
    return tokensFrom(refreshes + 1, 3_600_000);
  };
  const pause = async (milliseconds: number): Promise<void> => {
    clock += milliseconds;
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { store, refresh, pause, now: () => new Date(clock), refreshes: () => refreshes };
};

describe('getAccessToken', () => {
  it('refreshes once for twenty concurrent calls (R-24)', async () => {
    const { store, refresh, now, pause, refreshes } = scene();
    const asked = Array.from({ length: 20 }, () => getAccessToken(store, refresh, now, pause));
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['access-2']));
    expect(refreshes()).toBe(1);
  });

  it('returns the valid token, and replaces one that QuickBooks rejected', async () => {
    const { store, refresh, now, pause, refreshes } = scene(3_600_000);
    expect(await getAccessToken(store, refresh, now, pause)).toBe('access-1');
    expect(refreshes()).toBe(0);
    expect(await getAccessToken(store, refresh, now, pause, 'access-1')).toBe('access-2');
    // A second call with the old token gets the new one without another refresh.
    expect(await getAccessToken(store, refresh, now, pause, 'access-1')).toBe('access-2');
    expect(refreshes()).toBe(1);
  });

  it('refreshes after the claim of a crashed worker has expired', async () => {
    const { store, refresh, now, pause } = scene();
    await store.claim(1, 5);
    expect(await getAccessToken(store, refresh, now, pause)).toBe('access-2');
  });

  it('stores the tokens of one refresh although the table fails for a while', async () => {
    const { store, refresh, now, pause, refreshes } = scene();
    let failures = 3;
    const keep: TokenStore['keep'] = async (...given) => {
      if (failures-- > 0) throw new Error('table');
      return store.keep(...given);
    };
    expect(await getAccessToken({ ...store, keep }, refresh, now, pause)).toBe('access-2');
    expect([(await store.read())?.tokens.refresh_token, refreshes()]).toEqual(['refresh-2', 1]);
  });

  it('ends the connection with the grant, but not without a response', async () => {
    const { store, refresh, now, pause } = scene();
    const silent = () => Promise.reject(new OutcomeUnknownError('TimeoutError'));
    await expect(getAccessToken(store, silent, now, pause)).rejects.toMatchObject({ name: 'Unknown' });
    const ended = () => Promise.reject(new PermanentError('invalid_grant'));
    await expect(getAccessToken(store, ended, now, pause)).rejects.toBeInstanceOf(ReauthorizationError);
    await expect(getAccessToken(store, refresh, now, pause)).rejects.toBeInstanceOf(ReauthorizationError);
  });
});
