import { Amplify } from 'aws-amplify';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { vi } from 'vitest';
import { CLIENT_ID, USER_POOL_ID } from './pool-fixture.ts';

export const SIGNED_IN = { isSignedIn: true, nextStep: { signInStep: 'DONE' } };
export const WRONG_CREDENTIALS = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };

/** Configures Amplify, of which a process has one, for a pool. Its tokens are in the map that comes back. */
export function useAmplify(userPoolEndpoint: string): Map<string, string> {
  // It warns that the endpoint is a custom one.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const loginWith = { email: true };
  Amplify.configure({
    Auth: { Cognito: { userPoolId: USER_POOL_ID, userPoolClientId: CLIENT_ID, userPoolEndpoint, loginWith } },
  });
  const storage = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void storage.set(key, value),
    getItem: async (key) => storage.get(key) ?? null,
    removeItem: async (key) => void storage.delete(key),
    clear: async () => storage.clear(),
  });
  return storage;
}
