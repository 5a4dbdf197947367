import { createContext, use, useSyncExternalStore } from 'react';
import type { Identity } from './identity.ts';

/**
 * `ended`: server or user pool rejects the token although the user did not sign out. `unconfirmed`: the server requires
 * an authenticator app first.
 */
type SessionStatus = 'signed-in' | 'signed-out' | 'ended' | 'unconfirmed';

export interface Session {
  status: () => SessionStatus;
  subscribe: (listener: () => void) => () => void;
  token: () => Promise<string | undefined>;
  begin: () => void;
  /** Call when a call was rejected with 401. Repeated calls change the status once. */
  end: () => void;
  askSecondFactor: () => void;
  signOut: () => Promise<void>;
}

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
  return useSyncExternalStore(session.subscribe, session.status, session.status);
};
