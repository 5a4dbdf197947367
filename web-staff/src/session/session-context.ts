import { createContext, use, useSyncExternalStore } from 'react';
import type { Identity } from './identity.ts';

/**
 * `ended`: the server or the user pool refuses the token although nobody signed out. `unconfirmed`: the server goes on
 * only when it has seen an authenticator app.
 */
type SessionStatus = 'signed-in' | 'signed-out' | 'ended' | 'unconfirmed';

export interface Session {
  status: () => SessionStatus;
  subscribe: (listener: () => void) => () => void;
  token: () => Promise<string | undefined>;
  /** Somebody has just signed in, or shown what was asked for. */
  begin: () => void;
  /** A call was refused with 401. Any number of calls may say so at once; the status changes one time. */
  end: () => void;
  /** A call was refused for want of a second factor. */
  askSecondFactor: () => void;
  signOut: () => Promise<void>;
}

/** The one session of the tab, as a store that React can subscribe to. */
export const createSession = (identity: Pick<Identity, 'holdsTokens' | 'accessToken' | 'signOut'>): Session => {
  const listeners = new Set<() => void>();
  let status: SessionStatus = identity.holdsTokens() ? 'signed-in' : 'signed-out';
  const become = (next: SessionStatus) => {
    if (next === status) return;
    status = next;
    for (const listener of listeners) listener();
  };
  return {
    status: () => status,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    token: () => identity.accessToken(),
    begin: () => become('signed-in'),
    end: () => {
      if (status !== 'signed-out') become('ended');
    },
    askSecondFactor: () => {
      if (status === 'signed-in') become('unconfirmed');
    },
    signOut: async () => {
      await identity.signOut().catch(() => undefined);
      become('signed-out');
    },
  };
};

export const SessionContext = createContext<Session | null>(null);

export const useSession = (): Session => {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession must be used inside a SessionContext');
  return session;
};

export const useSessionStatus = (): SessionStatus => {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.status);
};
