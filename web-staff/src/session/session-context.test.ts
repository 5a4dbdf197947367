import { describe, expect, it, vi } from 'vitest';
import { createSession } from './session-context.ts';

const identityWith = (holdsTokens: boolean) => ({
  holdsTokens: () => holdsTokens,
  accessToken: async () => 'token',
  signOut: vi.fn(async () => undefined),
});

describe('session', () => {
  it("starts with the tab's stored state", () => {
    expect(createSession(identityWith(true)).status()).toBe('signed-in');
    expect(createSession(identityWith(false)).status()).toBe('signed-out');
  });

  it('ends once for any number of rejected calls', () => {
    const session = createSession(identityWith(true));
    const heard = vi.fn();
    session.subscribe(heard);
    for (let refused = 0; refused < 5; refused++) session.end();
    expect(session.status()).toBe('ended');
    expect(heard).toHaveBeenCalledOnce();
  });

  it('does not end before it started', () => {
    const session = createSession(identityWith(false));
    session.end();
    expect(session.status()).toBe('signed-out');
  });

  it('S-08 continues after the second factor, and can end before it', () => {
    const session = createSession(identityWith(true));
    session.askSecondFactor();
    session.askSecondFactor();
    expect(session.status()).toBe('unconfirmed');
    session.begin();
    expect(session.status()).toBe('signed-in');
    session.askSecondFactor();
    session.end();
    expect(session.status()).toBe('ended');
    session.askSecondFactor();
    expect(session.status()).toBe('ended');
  });

  it('ends at the sign-out, also if the user pool is unreachable', async () => {
    const identity = { ...identityWith(true), signOut: () => Promise.reject(new Error('offline')) };
    const session = createSession(identity);
    await session.signOut();
    expect(session.status()).toBe('signed-out');
  });
});
