import { randomUUID } from 'node:crypto';
import { CognitoIdentityProviderClient, InitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { demoPassword } from '../accounts.ts';
import { pause } from '../sleep.ts';
import type { Stack } from '../stack.ts';
import type { StaffEmail } from './demo-organization.ts';

/** Calls the API at `staffUrl`. A busy product is called again under the same key; a refused call throws. */
export const callsWith =
  (staffUrl: string, token: string | undefined) =>
  async <T>(method: string, path: string, body?: object): Promise<T> => {
    const authorization = `Bearer ${token}`;
    const headers = { authorization, 'idempotency-key': randomUUID(), 'content-type': 'application/json' };
    const send = () => fetch(`${staffUrl}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    let response = await send();
    for (; response.status === 503; response = await send()) await pause(2000);
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
export type Call = ReturnType<typeof callsWith>;

/** Calls the running product's API as a staff member. */
export const callerOf = async (
  { staffUrl, userPoolUrl, userPoolClientId: ClientId }: Stack,
  email: StaffEmail,
): Promise<Call> => {
  const client = new CognitoIdentityProviderClient({ endpoint: userPoolUrl });
  const AuthParameters = { USERNAME: email, PASSWORD: demoPassword() };
  const command = new InitiateAuthCommand({ ClientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
  const { AuthenticationResult } = await client.send(command);
  client.destroy();
  return callsWith(staffUrl, AuthenticationResult?.AccessToken);
};

/** Only ends what hangs: a busy machine may need minutes for what takes a second. */
const limitMs = 1_800_000;

/** Asks again until there is an answer, once a second: each question takes time from the work it waits for. */
export const eventually = async <T>(ask: () => Promise<T | undefined> | T | undefined): Promise<T> => {
  for (const begun = Date.now(); Date.now() - begun < limitMs; await pause(1000)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  throw new Error('an answer did not come within half an hour');
};
