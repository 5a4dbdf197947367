import { createContext, use, useSyncExternalStore } from 'react';
import type { Session, SessionStatus } from './session.ts';

export const SessionContext = createContext<Session | null>(null);

export const useSession = (): Session => {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionContext above it');
  return session;
};

export const useSessionStatus = (): SessionStatus => {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.status);
};
