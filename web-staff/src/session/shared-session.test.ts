// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeChannel } from '../testing/fake-channel.ts';
import { type SharedSession, shareSession } from './shared-session.ts';

const client = 'CognitoIdentityServiceProvider.client';
const accessToken = (exp: number) => `a.${btoa(JSON.stringify({ exp }))}.c`;
const entriesOf = (user: string, exp: number) => ({
  [`${client}.LastAuthUser`]: user,
  [`${client}.${user}.accessToken`]: accessToken(exp),
  [`${client}.${user}.refreshToken`]: `refresh-${user}-${exp}`,
});
const keep = (entries: Record<string, string>) => {
  for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value);
};
const kept = () => ({ ...sessionStorage });

/** Plays other tabs. */
let others: FakeChannel;
let heard: { kind: string }[];
let shared: SharedSession;
let holders: string[];
const ended = vi.fn();
const settled = (milliseconds = 1) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  sessionStorage.clear();
  ended.mockClear();
  holders = [];
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: async (name: string, _options: object, held: () => Promise<void>) => {
        holders.push(name);
        await held();
        holders.splice(holders.indexOf(name), 1);
      },
      query: async () => ({ held: holders.map((name) => ({ name })) }),
    },
  });
  others = new FakeChannel('stillwater-session');
  heard = [];
  others.onmessage = ({ data }) => void heard.push(data as { kind: string });
});
afterEach(() => {
  shared.close();
  others.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('shareSession', () => {
  it('asks and waits for nothing if no tab is signed in', async () => {
    shared = shareSession(ended);
    await shared.takeOver();
    await settled();
    expect(heard).toEqual([]);
  });

  it("takes another tab's session when this one has none", async () => {
    holders.push('stillwater-session');
    shared = shareSession(ended);
    const entries = entriesOf('anna', 100);
    others.onmessage = () => others.postMessage({ kind: 'tokens', entries: { ...entries, other: 'not ours' } });
    await shared.takeOver();
    expect(kept()).toEqual(entries);
  });

  it('sends its session to a tab that asks, and nothing without one', async () => {
    shared = shareSession(ended);
    others.postMessage({ kind: 'ask' });
    await settled();
    expect(heard).toEqual([]);
    keep(entriesOf('anna', 100));
    others.postMessage({ kind: 'ask' });
    await settled();
    expect(heard).toEqual([{ kind: 'tokens', entries: entriesOf('anna', 100) }]);
  });

  it('announces refreshed tokens once, and takes newer ones of another tab', async () => {
    keep(entriesOf('anna', 100));
    shared = shareSession(ended);
    for (let entry = 0; entry < 4; entry++) shared.renewed();
    await settled();
    expect(heard).toEqual([{ kind: 'tokens', entries: entriesOf('anna', 100) }]);
    others.postMessage({ kind: 'tokens', entries: entriesOf('anna', 200) });
    await settled();
    expect(kept()).toEqual(entriesOf('anna', 200));
    others.postMessage({ kind: 'tokens', entries: entriesOf('anna', 150) });
    await settled();
    expect(kept()).toEqual(entriesOf('anna', 200));
    expect(heard).toHaveLength(1);
  });

  it('asks again after the tab has slept', async () => {
    keep(entriesOf('anna', 100));
    shared = shareSession(ended);
    document.dispatchEvent(new Event('visibilitychange'));
    await settled();
    expect(heard).toEqual([{ kind: 'ask' }]);
  });

  it("ignores another user's tab, and one that shows the sign-in page", async () => {
    shared = shareSession(ended);
    others.postMessage({ kind: 'tokens', entries: entriesOf('anna', 100) });
    await settled();
    expect(kept()).toEqual({});
    keep(entriesOf('ben', 100));
    others.postMessage({ kind: 'tokens', entries: entriesOf('anna', 200) });
    others.postMessage({ kind: 'signed-out', user: 'anna' });
    await settled();
    expect(kept()).toEqual(entriesOf('ben', 100));
    expect(ended).not.toHaveBeenCalled();
  });

  it('ends when the user signs out in another tab, and announces its own sign-out', async () => {
    keep(entriesOf('anna', 100));
    shared = shareSession(ended);
    expect(holders).toEqual(['stillwater-session']);
    others.postMessage({ kind: 'signed-out', user: 'anna' });
    await settled();
    expect([kept(), ended.mock.calls.length, holders]).toEqual([{}, 1, []]);
    keep(entriesOf('anna', 300));
    shared.signedOut();
    await settled();
    expect(heard).toEqual([{ kind: 'signed-out', user: 'anna' }]);
  });
});
