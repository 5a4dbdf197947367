import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signIn } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger } from 'aws-amplify/utils';
import type { StaffConfig } from './product.ts';

export interface StaffSession {
  token(): Promise<string | undefined>;
  /** Refreshes the tokens, as a tab does every 15 minutes. Throws when the result looks like another sign-in. */
  renew(): Promise<void>;
}

/** Signs in as the staff site does, with the same library: the password never leaves this process. */
export const signInAs = async (
  { userPoolId, userPoolClientId, userPoolEndpoint }: StaffConfig,
  email: string,
  password: string,
): Promise<StaffSession> => {
  ConsoleLogger.LOG_LEVEL = 'NONE';
  const kept = new Map<string, string>();
  const endpoint = userPoolEndpoint ? { userPoolEndpoint } : {};
  const loginWith = { email: true };
  Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, ...endpoint, loginWith } } });
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void kept.set(key, value),
    getItem: async (key) => kept.get(key) ?? null,
    removeItem: async (key) => void kept.delete(key),
    clear: async () => kept.clear(),
  });
  const { nextStep } = await signIn({ username: email, password });
  if (nextStep.signInStep !== 'DONE') throw new Error(`the user pool asks for ${nextStep.signInStep}`);
  const tokens = async (options?: { forceRefresh: boolean }) => (await fetchAuthSession(options)).tokens;
  return {
    token: async () => (await tokens())?.accessToken.toString(),
    async renew() {
      const before = (await tokens())?.accessToken;
      const after = (await tokens({ forceRefresh: true }))?.accessToken;
      if (!after || after.toString() === before?.toString()) throw new Error('the session was not renewed');
      // Sessions end by the time of their sign-in: a moved time would revive an ended session.
      for (const claim of ['auth_time', 'origin_jti'])
        if (after.payload[claim] === undefined || after.payload[claim] !== before?.payload[claim])
          throw new Error(`${claim} is another one after the renewal`);
    },
  };
};
