import { createContext, use } from 'react';
import type { Call } from '#domain/shared/contract/client.ts';

export const ApiContext = createContext<Call | null>(null);

export const useApi = (): Call => {
  const call = use(ApiContext);
  if (!call) throw new Error('useApi must be used inside an ApiContext');
  return call;
};
