import { randomBytes } from 'node:crypto';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { secretRows, secrets } from '#infra/environment-names.ts';
import { secretId } from './environment.ts';

/**
 * Creates the secrets that infra/ and an operator create in AWS: generated ones once, the others from their examples.
 * Returns CloudFront's origin header value.
 */
export async function prepareSecrets(): Promise<{ originSecret: string }> {
  const client = new SecretsManagerClient({});
  try {
    for (const [name, { generated, example = {} }] of secretRows) {
      const current = await read(client, secretId(name));
      if (generated && current !== undefined) continue;
      const wanted = JSON.stringify(generated ? { [generated]: randomBytes(32).toString('base64url') } : example);
      if (current !== wanted) await write(client, secretId(name), wanted, current !== undefined);
    }
    const origin = JSON.parse((await read(client, secretId('origin'))) ?? '{}') as Record<string, string>;
    return { originSecret: origin[secrets.origin.generated] ?? '' };
  } finally {
    client.destroy();
  }
}

async function read(client: SecretsManagerClient, id: string): Promise<string | undefined> {
  try {
    return (await client.send(new GetSecretValueCommand({ SecretId: id }))).SecretString;
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}

async function write(client: SecretsManagerClient, id: string, value: string, exists: boolean): Promise<void> {
  if (exists) await client.send(new PutSecretValueCommand({ SecretId: id, SecretString: value }));
  else await client.send(new CreateSecretCommand({ Name: id, SecretString: value }));
}
