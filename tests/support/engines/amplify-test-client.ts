import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { Amplify } from 'aws-amplify';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { vi } from 'vitest';
import { startCognito } from '#local/aws/cognito/cognito.ts';
import type { Mail } from '#local/aws/cognito/pool.ts';

export const USER_POOL_ID = 'us-east-1_Local0001';
export const CLIENT_ID = 'staff-site';
export const PASSWORD = 'Gravestone7';

export async function startPoolUnderTest(options: { dataDir?: string; startAt?: Date } = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'cognito-'));
  const mails: Mail[] = [];
  let clock = options.startAt?.getTime() ?? Date.now();
  const cognito = await startCognito({
    port: 0,
    dataDir,
    userPoolId: USER_POOL_ID,
    clientId: CLIENT_ID,
    sendMail: async (mail) => void mails.push(mail),
    now: () => new Date(clock),
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const sdk = new CognitoIdentityProvider({ endpoint: cognito.url, region: 'us-east-1', credentials, maxAttempts: 1 });
  return {
    ...cognito,
    dataDir,
    mails,
    sdk,
    now: () => new Date(clock),
    advance: (milliseconds: number) => {
      clock += milliseconds;
    },
    addUser: async (email: string, password = PASSWORD) => {
      await sdk.adminCreateUser({
        UserPoolId: USER_POOL_ID,
        Username: email,
        MessageAction: 'SUPPRESS',
        UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
      });
      await sdk.adminSetUserPassword({
        UserPoolId: USER_POOL_ID,
        Username: email,
        Password: password,
        Permanent: true,
      });
    },
    signIn: (email: string, password = PASSWORD) =>
      sdk.initiateAuth({
        ClientId: CLIENT_ID,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD: password },
      }),
    verifier: async (tokenUse: 'access' | 'id') => {
      const verifier = CognitoJwtVerifier.create({ userPoolId: USER_POOL_ID, clientId: CLIENT_ID, tokenUse });
      const published = await fetch(`${cognito.url}/${USER_POOL_ID}/.well-known/jwks.json`);
      verifier.cacheJwks(await published.json());
      return verifier;
    },
    close: async () => {
      sdk.destroy();
      await cognito.close();
      if (!options.dataDir) rmSync(dataDir, { recursive: true });
    },
  };
}

export type PoolUnderTest = Awaited<ReturnType<typeof startPoolUnderTest>>;

export const SIGNED_IN = { isSignedIn: true, nextStep: { signInStep: 'DONE' } };
export const WRONG_CREDENTIALS = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };

export function useAmplify(userPoolEndpoint: string): Map<string, string> {
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
