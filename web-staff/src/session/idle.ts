import type { Session } from './session-context.ts';

/** After so long in which nobody did anything on the site a sign-in ends: longer than any shift or night. */
export const idleMs = 12 * 3_600_000;
const lookEveryMs = 60_000;
/** So often tabs tell one another, at most. */
const tellEveryMs = 30_000;

/** Kept in the tab, so that loading a page anew is not taken for somebody who was there all the time. */
const key = 'stillwater.last-seen';
const doings = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Ends the session of a browser in which nobody did anything for {@link idleMs} milliseconds: what is done in one tab counts for
 * all of them (ASVS 7.3.1). The tokens are revoked, and what is unsaved stays on the page until the same person has signed in
 * again. Answers what takes it away.
 */
export const endWhenIdle = (
  session: Pick<Session, 'status' | 'end'>,
  revoke: () => Promise<void>,
  now = Date.now,
): (() => void) => {
  const channel = new BroadcastChannel('stillwater-seen');
  const lastSeen = (): number => Number(sessionStorage.getItem(key) ?? now());
  const isSignedIn = (): boolean => session.status() === 'signed-in' || session.status() === 'unconfirmed';
  let told = 0;

  const look = (): void => {
    if (!isSignedIn()) return;
    if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, String(now()));
    if (now() - lastSeen() < idleMs) return;
    session.end();
    // Where the pool is not reached the tab has forgotten its tokens all the same.
    revoke().catch(() => undefined);
  };
  const seen = (): void => {
    if (!isSignedIn()) return;
    // Too late counts as too late, also when it is the first thing that somebody does.
    look();
    if (!isSignedIn()) return;
    sessionStorage.setItem(key, String(now()));
    if (now() - told < tellEveryMs) return;
    told = now();
    channel.postMessage(now());
  };
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number' && data <= now() && isSignedIn() && data > lastSeen())
      sessionStorage.setItem(key, String(data));
  };
  const timer = setInterval(look, lookEveryMs);
  for (const doing of doings) window.addEventListener(doing, seen, { capture: true, passive: true });
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearInterval(timer);
    for (const doing of doings) window.removeEventListener(doing, seen, { capture: true });
    document.removeEventListener('visibilitychange', look);
    channel.close();
  };
};
