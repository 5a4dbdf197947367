import { randomUUID } from 'node:crypto';
import { CognitoIdentityProviderClient, InitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { demoPassword } from '../accounts.ts';
import { pause } from '../sleep.ts';
import type { Stack } from '../stack.ts';
import type { StaffEmail } from './demo-organization.ts';

/** Calls the running product's API as a staff member. A refused call throws. */
export const callerOf = async ({ staffUrl, userPoolUrl, userPoolClientId: ClientId }: Stack, email: StaffEmail) => {
  const client = new CognitoIdentityProviderClient({ endpoint: userPoolUrl });
  const AuthParameters = { USERNAME: email, PASSWORD: demoPassword() };
  const command = new InitiateAuthCommand({ ClientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
  const { AuthenticationResult } = await client.send(command);
  client.destroy();
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const authorization = `Bearer ${AuthenticationResult?.AccessToken}`;
    const headers = { authorization, 'idempotency-key': randomUUID(), 'content-type': 'application/json' };
    const response = await fetch(`${staffUrl}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
};
export type Call = Awaited<ReturnType<typeof callerOf>>;

const never = new AbortController().signal;
const limitMs = 120_000;

/** Asks again until there is an answer, for two minutes at most; each question takes time from the work it waits for. */
export const eventually = async <T>(ask: () => Promise<T | undefined> | T | undefined): Promise<T | undefined> => {
  for (const begun = Date.now(); Date.now() - begun < limitMs; await pause(1000, never)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  return undefined;
};
