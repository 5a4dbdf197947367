import type { Session } from './session-context.ts';

/** A sign-in ends after this time without activity: longer than any shift or night. */
export const idleMs = 12 * 3_600_000;
const lookEveryMs = 60_000;
/** Between messages to other tabs. */
const tellEveryMs = 30_000;

/** Stored in the tab, so that a reload does not count as activity. */
const key = 'stillwater.last-seen';
const doings = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Ends a browser's session without activity for {@link idleMs} milliseconds: activity in one tab counts for all (ASVS
 * 7.3.1). Tokens are revoked, and unsaved input stays on the page until the same user signs in again. Returns the
 * cleanup function.
 */
export const endWhenIdle = (
  session: Pick<Session, 'status' | 'end'>,
  revoke: () => Promise<void>,
  now = Date.now,
): (() => void) => {
  const channel = new BroadcastChannel('stillwater-seen');
  const lastSeen = (): number => Number(sessionStorage.getItem(key) ?? now());
  const isSignedIn = (): boolean => session.status() === 'signed-in' || session.status() === 'unconfirmed';
  let announcedAt = 0;

  const look = (): void => {
    if (!isSignedIn()) return;
    if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, String(now()));
    if (now() - lastSeen() < idleMs) return;
    session.end();
    // If the pool is unreachable, the tab has dropped its tokens anyway.
    revoke().catch(() => undefined);
  };
  const recordActivity = (): void => {
    if (!isSignedIn()) return;
    // Checks first: activity after the limit is too late.
    look();
    if (!isSignedIn()) return;
    sessionStorage.setItem(key, String(now()));
    if (now() - announcedAt < tellEveryMs) return;
    announcedAt = now();
    channel.postMessage(now());
  };
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number' && data <= now() && isSignedIn() && data > lastSeen())
      sessionStorage.setItem(key, String(data));
  };
  const timer = setInterval(look, lookEveryMs);
  for (const doing of doings) window.addEventListener(doing, recordActivity, { capture: true, passive: true });
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearInterval(timer);
    for (const doing of doings) window.removeEventListener(doing, recordActivity, { capture: true });
    document.removeEventListener('visibilitychange', look);
    channel.close();
  };
};
