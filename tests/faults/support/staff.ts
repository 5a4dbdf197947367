import { CognitoIdentityProviderClient, InitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { demoPassword } from '#local/accounts.ts';
import { USER_POOL_CLIENT_ID } from '#local/environment.ts';

/** Signs in a member of staff of the demo data, and calls the API as the staff site does. */
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
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${staffUrl}${path}`, {
      method,
      headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
  return {
    call,
    /** The references of all submissions that the list shows. */
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
