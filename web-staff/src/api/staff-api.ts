import { accessEndedCode, secondFactorRequired } from '#domain/shared/access/second-factor.ts';
import { ApiError, type Call, createClient } from '#domain/shared/contract/client.ts';
import type { Session } from '../session/session-context.ts';

/**
 * Creates the staff site's API client: calls carry the access token, and a rejection ends the session or requests the
 * second factor; `onAccessEnded` is called when access was taken away. Public calls affect neither.
 */
export const createStaffApi = (
  session: Pick<Session, 'token' | 'end' | 'askSecondFactor'>,
  fetch = globalThis.fetch.bind(globalThis),
  onAccessEnded: () => void = () => undefined,
): Call => {
  const call = createClient({ token: session.token, fetch });
  return async (endpoint, input, options) => {
    try {
      return await call(endpoint, input, options);
    } catch (error) {
      if (endpoint.permission !== 'public' && error instanceof ApiError) {
        if (error.body.code === accessEndedCode) onAccessEnded();
        if (error.status === 401) session.end();
        if (error.status === 403 && error.body.code === secondFactorRequired) session.askSecondFactor();
      }
      throw error;
    }
  };
};
