// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeChannel } from '../testing/fake-channel.ts';
import { endWhenIdle, idleMs } from './idle.ts';
import { createSession, type Session } from './session-context.ts';

const key = 'stillwater.last-seen';
const settled = () => new Promise(setImmediate);
const revoke = vi.fn(async () => sessionStorage.clear());
let clock: number;
let session: Session;
let stop: () => void;
const begin = () => {
  stop = endWhenIdle(session, revoke, () => clock);
};
const press = () => window.dispatchEvent(new Event('keydown'));
const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  clock = 1_000_000_000;
  const identity = { holdsTokens: () => true, accessToken: async () => 'token', signOut: revoke };
  session = createSession(identity);
});
afterEach(() => {
  stop();
  sessionStorage.clear();
  revoke.mockClear();
  vi.unstubAllGlobals();
});

describe('S-05 idle session', () => {
  it('ends after twelve hours, with its tokens', () => {
    begin();
    clock += idleMs - 1;
    comeBack();
    expect([session.status(), revoke.mock.calls.length]).toEqual(['signed-in', 0]);
    clock += 1;
    comeBack();
    expect([session.status(), revoke.mock.calls.length]).toEqual(['ended', 1]);
  });

  it('continues while there is activity', () => {
    begin();
    clock += idleMs - 1;
    press();
    clock += idleMs - 1;
    comeBack();
    expect(session.status()).toBe('signed-in');
  });

  it('ends for a user who returns too late, also after a reload', () => {
    begin();
    clock += idleMs;
    press();
    expect(session.status()).toBe('ended');
    stop();
    session.begin();
    sessionStorage.setItem(key, String(clock - idleMs));
    begin();
    expect(session.status()).toBe('ended');
  });

  it('continues with activity in another tab', async () => {
    begin();
    const other = new FakeChannel('stillwater-seen');
    clock += idleMs - 1;
    other.postMessage(clock);
    await settled();
    other.postMessage('nonsense');
    other.postMessage(clock + 10 * idleMs);
    await settled();
    clock += idleMs - 1;
    comeBack();
    expect(session.status()).toBe('signed-in');
    clock += 1;
    comeBack();
    expect(session.status()).toBe('ended');
    other.close();
  });

  it('tells other tabs of activity at intervals', async () => {
    begin();
    const other = new FakeChannel('stillwater-seen');
    const heard: unknown[] = [];
    other.onmessage = ({ data }) => void heard.push(data);
    for (const _ of [1, 2, 3]) press();
    await settled();
    expect(heard).toEqual([clock]);
    other.close();
  });

  it('watches nothing while signed out', () => {
    session.end();
    begin();
    press();
    expect(sessionStorage.getItem(key)).toBeNull();
  });
});
