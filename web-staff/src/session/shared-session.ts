/**
 * Shares one sign-in among a browser's tabs: a new tab takes the session of a signed-in one, and tabs announce
 * refreshed tokens, because a refresh token is single-use. Tokens travel over a same-origin channel and are stored only
 * in each tab's session storage (S-29).
 */
const name = 'stillwater-session';
const cognitoKey = /^CognitoIdentityServiceProvider\./;
/** A busy tab responds late; a sleeping one never does. */
const patienceMs = 1_000;

type Entries = Record<string, string>;
type Message = { kind: 'ask' } | { kind: 'tokens'; entries: Entries } | { kind: 'signed-out'; user: string };

const ownEntries = (): Entries =>
  Object.fromEntries(Object.entries({ ...sessionStorage }).filter(([key]) => cognitoKey.test(key)));
const entryValue = (entries: Entries, what: string): string | undefined =>
  Object.entries(entries).find(([key]) => key.endsWith(`.${what}`))?.[1];
const userOf = (entries: Entries): string | undefined => entryValue(entries, 'LastAuthUser');

/** Returns when the access token expires: of two states of a session the later one counts. */
const endOf = (entries: Entries): number => {
  try {
    const [, payload = ''] = (entryValue(entries, 'accessToken') ?? '').split('.');
    return Number(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).exp);
  } catch {
    return 0;
  }
};

export interface SharedSession {
  /** Takes another tab's session if this one has none or has slept. Resolves at once if no tab has one. */
  takeOver(): Promise<void>;
  renewed(): void;
  /** Call after a sign-out: the session ends in every tab. */
  signedOut(): void;
  close(): void;
}

/** `ended` is called when another tab signs out. */
export const shareSession = (ended: () => void): SharedSession => {
  const channel = new BroadcastChannel(name);
  const post = (message: Message) => channel.postMessage(message);
  let announcing = false;
  let finishTakeOver: (() => void) | undefined;
  let releaseLock: (() => void) | undefined;

  /** A lock held while signed in, so that a new tab knows whether to ask. */
  const holdLock = () => {
    if (releaseLock || !userOf(ownEntries())) return;
    const untilReleased = new Promise<void>((resolve) => {
      releaseLock = resolve;
    });
    void navigator.locks?.request(name, { mode: 'shared' }, () => untilReleased);
  };
  const dropLock = () => {
    releaseLock?.();
    releaseLock = undefined;
  };

  const adoptSession = (entries: Entries) => {
    const own = ownEntries();
    const user = userOf(own);
    // Another user may be signed in here; and a tab without a session takes one only after asking.
    if (user ? user !== userOf(entries) || endOf(entries) <= endOf(own) : !finishTakeOver) return;
    for (const [key, value] of Object.entries(entries)) if (cognitoKey.test(key)) sessionStorage.setItem(key, value);
    holdLock();
    finishTakeOver?.();
  };

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const own = ownEntries();
    if (data.kind === 'tokens') adoptSession(data.entries);
    else if (data.kind === 'ask' && entryValue(own, 'refreshToken')) post({ kind: 'tokens', entries: own });
    else if (data.kind === 'signed-out' && userOf(own) === data.user) {
      sessionStorage.clear();
      dropLock();
      ended();
    }
  };

  const isAnyTabSignedIn = async (): Promise<boolean> => {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    return held.some((lock) => lock.name === name);
  };
  const wakeUp = () => {
    if (document.visibilityState === 'visible' && userOf(ownEntries())) post({ kind: 'ask' });
  };
  document.addEventListener('visibilitychange', wakeUp);
  holdLock();

  return {
    async takeOver() {
      if (userOf(ownEntries())) return wakeUp();
      if (!(await isAnyTabSignedIn())) return;
      await new Promise<void>((resolve) => {
        finishTakeOver = resolve;
        setTimeout(resolve, patienceMs);
        post({ kind: 'ask' });
      });
      finishTakeOver = undefined;
    },
    renewed() {
      // Amplify writes one entry after another: announce when all are there.
      if (announcing) return;
      announcing = true;
      setTimeout(() => {
        announcing = false;
        holdLock();
        const entries = ownEntries();
        if (entryValue(entries, 'refreshToken')) post({ kind: 'tokens', entries });
      });
    },
    signedOut() {
      const user = userOf(ownEntries());
      dropLock();
      if (user) post({ kind: 'signed-out', user });
    },
    close() {
      document.removeEventListener('visibilitychange', wakeUp);
      dropLock();
      channel.close();
    },
  };
};
