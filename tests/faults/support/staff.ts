import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CognitoIdentityProviderClient, InitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { demoPassword } from '#local/accounts.ts';
import { USER_POOL_CLIENT_ID } from '#local/environment.ts';

/** Signs in a demo staff member and calls the API as the staff site does. */
export const signIn = async (
  { staffUrl, userPoolUrl }: { staffUrl: string; userPoolUrl: string },
  email = 'owner@whitcomb-ames.example',
) => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new CognitoIdentityProviderClient({ endpoint: userPoolUrl, region: 'us-east-1', credentials });
  const { AuthenticationResult } = await client.send(
    new InitiateAuthCommand({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: USER_POOL_CLIENT_ID,
      AuthParameters: { USERNAME: email, PASSWORD: demoPassword() },
    }),
  );
  client.destroy();
  const authorization = `Bearer ${AuthenticationResult?.AccessToken}`;
  /** Sends one request; throws if the connection breaks. */
  const send = async (
    method: string,
    path: string,
    body: object | undefined,
    key: string,
  ): Promise<{ status: number; text: string }> => {
    const headers = { authorization, ...(body && { 'idempotency-key': key, 'content-type': 'application/json' }) };
    const response = await fetch(`${staffUrl}${path}`, { method, headers, body: body && JSON.stringify(body) });
    return { status: response.status, text: await response.text() };
  };
  // Retries a 503 as the site does; a POST uses one key, so that it happens once.
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const key = randomUUID();
    for (let tries = 1; ; tries++) {
      const { status, text } = await send(method, path, body, key);
      if (status < 300) return JSON.parse(text) as T;
      if (status !== 503 || tries === 6) throw new Error(`${method} ${path}: ${status} ${text}`);
      await pause(50);
    }
  };
  return {
    call,
    send,
    /** Returns the references of all listed submissions. */
    async references(): Promise<string[]> {
      const found: string[] = [];
      for (let page = 1; ; page++) {
        const list = await call<{ count: number; next: string | null; results: { reference: string }[] }>(
          'GET',
          `/api/forms/submissions/?page=${page}&page_size=100`,
        );
        found.push(...list.results.map(({ reference }) => reference));
        if (!list.next) return found;
      }
    },
  };
};
