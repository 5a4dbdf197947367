import { ApiError, type Call, createClient } from '#domain/contract/client.ts';
import type { Session } from '../session/session.ts';

/**
 * The caller of the staff site: calls carry the access token, and a refused one ends the session. A public call says
 * nothing about it, whatever it is answered.
 */
export const createStaffApi = (
  session: Pick<Session, 'token' | 'end'>,
  fetch = globalThis.fetch.bind(globalThis),
): Call => {
  const call = createClient({ token: session.token, fetch });
  return async (row, input, options) => {
    try {
      return await call(row, input, options);
    } catch (error) {
      if (row.may !== 'public' && error instanceof ApiError && error.status === 401) session.end();
      throw error;
    }
  };
};
