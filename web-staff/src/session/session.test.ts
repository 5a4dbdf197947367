import { describe, expect, it, vi } from 'vitest';
import { createSession } from './session-context.ts';

const identityWith = (holdsTokens: boolean) => ({
  holdsTokens: () => holdsTokens,
  accessToken: async () => 'token',
  signOut: vi.fn(async () => undefined),
});

describe('the session', () => {
  it('begins with what the tab holds', () => {
    expect(createSession(identityWith(true)).status()).toBe('signed-in');
    expect(createSession(identityWith(false)).status()).toBe('signed-out');
  });

  it('ends once, however many calls were refused', () => {
    const session = createSession(identityWith(true));
    const heard = vi.fn();
    session.subscribe(heard);
    for (let refused = 0; refused < 5; refused++) session.end();
    expect(session.status()).toBe('ended');
    expect(heard).toHaveBeenCalledOnce();
  });

  it('does not end what nobody began', () => {
    const session = createSession(identityWith(false));
    session.end();
    expect(session.status()).toBe('signed-out');
  });

  it('S-08 goes on once the second factor was shown, and ends meanwhile like any other', () => {
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

  it('is over after signing out, also when the user pool cannot be reached', async () => {
    const identity = { ...identityWith(true), signOut: () => Promise.reject(new Error('offline')) };
    const session = createSession(identity);
    await session.signOut();
    expect(session.status()).toBe('signed-out');
  });
});
