import { afterEach, describe, expect, it, vi } from 'vitest';
import { accounts, assertPasswordFits, demoPassword, demoSignIn, isLoopback } from './accounts.ts';

afterEach(() => vi.unstubAllEnvs());

describe('demo accounts', () => {
  it('include every role, and one account in another organization', () => {
    expect(new Set(accounts.map(({ role }) => role)).size).toBe(5);
    expect(accounts.filter(({ organization }) => organization === 'Harbor Light')).toHaveLength(1);
  });

  it('S-39 offers visitors the known password, and no other', () => {
    vi.stubEnv('STILLWATER_DEMO_PASSWORD', '');
    expect(demoSignIn()?.accounts.map(({ role }) => role)).toContain('Funeral director');
    expect(demoSignIn()?.accounts.filter(({ work }) => work.includes('Care'))).toHaveLength(1);
    vi.stubEnv('STILLWATER_DEMO_PASSWORD', 'Another-pass-77');
    expect(demoSignIn()).toBeUndefined();
  });

  it.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('S-39 allow the known password on %s', (host) => {
    vi.stubEnv('STILLWATER_DEMO_PASSWORD', '');
    expect(isLoopback(host)).toBe(true);
    expect(() => assertPasswordFits(host)).not.toThrow();
  });

  it.each(['0.0.0.0', '::', '192.168.1.20', 'stillwater.example', '127.0.0.1.example', '1127.0.0.1'])(
    'S-39 reject the known password on %s',
    (host) => {
      vi.stubEnv('STILLWATER_DEMO_PASSWORD', '');
      expect(() => assertPasswordFits(host)).toThrow('STILLWATER_DEMO_PASSWORD');
      vi.stubEnv('STILLWATER_DEMO_PASSWORD', 'Stillwater-2026');
      expect(() => assertPasswordFits(host)).toThrow('STILLWATER_DEMO_PASSWORD');
      vi.stubEnv('STILLWATER_DEMO_PASSWORD', 'Another-pass-77');
      expect(() => assertPasswordFits(host)).not.toThrow();
      expect(demoPassword()).toBe('Another-pass-77');
    },
  );
});
