import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { AdminSetUserPasswordCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod';
import { accounts, demoPassword } from './accounts.ts';
import { readJson, writeJsonDurably } from './aws/durable-file.ts';
import { USER_POOL_ID } from './environment.ts';

const Marker = z.object({ salt: z.string(), hash: z.string() });

/**
 * Gives the demo accounts the password of this start when it is not the one of the start before: what is printed must
 * work, and a password that was replaced before HOST was opened must not.
 */
export async function alignDemoPasswords(dataDir: string): Promise<void> {
  const path = join(dataDir, 'demo-password.json');
  const password = demoPassword();
  const marker = readJson(path, Marker);
  if (marker && isSame(marker, password)) return;
  const client = new CognitoIdentityProviderClient({});
  for (const { email } of accounts) {
    await client.send(
      new AdminSetUserPasswordCommand({
        UserPoolId: USER_POOL_ID,
        Username: email,
        Password: password,
        Permanent: true,
      }),
    );
  }
  client.destroy();
  const salt = randomBytes(16).toString('hex');
  writeJsonDurably(path, { salt, hash: hashOf(password, salt) });
}

function isSame({ salt, hash }: z.output<typeof Marker>, password: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(password, salt), 'hex'), Buffer.from(hash, 'hex'));
}

function hashOf(password: string, salt: string): string {
  return scryptSync(password, salt, 32).toString('hex');
}
