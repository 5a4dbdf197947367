import { randomBytes } from 'node:crypto';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { BOT_CHECK_SECRET_ID, ORIGIN_SECRET_ID } from './environment.ts';

/**
 * Makes the secrets that infra/ and an operator make in AWS: the origin secret once and for all; the bot check's at
 * each start, as its address moves with PORT. Answers the header value that CloudFront sends.
 */
export async function prepareSecrets(given: {
  botCheckUrl: string;
  intakeUrl: string;
}): Promise<{ originSecret: string }> {
  const client = new SecretsManagerClient({});
  try {
    const origin =
      (await read(client, ORIGIN_SECRET_ID)) ??
      (await write(
        client,
        ORIGIN_SECRET_ID,
        JSON.stringify({ current: randomBytes(32).toString('base64url') }),
        false,
      ));
    await prepareBotCheck(client, given);
    const { current } = JSON.parse(origin) as { current: string };
    return { originSecret: current };
  } finally {
    client.destroy();
  }
}

async function prepareBotCheck(
  client: SecretsManagerClient,
  { botCheckUrl, intakeUrl }: { botCheckUrl: string; intakeUrl: string },
): Promise<void> {
  const wanted = JSON.stringify({
    verifyUrl: `${botCheckUrl}/siteverify`,
    secret: 'local-bot-check-secret',
    action: 'public_submit',
    minScore: 0.5,
    hostnames: [...new Set(['127.0.0.1', 'localhost', new URL(intakeUrl).hostname])],
  });
  const current = await read(client, BOT_CHECK_SECRET_ID);
  if (current !== wanted) await write(client, BOT_CHECK_SECRET_ID, wanted, current !== undefined);
}

async function read(client: SecretsManagerClient, id: string): Promise<string | undefined> {
  try {
    return (await client.send(new GetSecretValueCommand({ SecretId: id }))).SecretString;
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}

async function write(client: SecretsManagerClient, id: string, value: string, exists: boolean): Promise<string> {
  if (exists) await client.send(new PutSecretValueCommand({ SecretId: id, SecretString: value }));
  else await client.send(new CreateSecretCommand({ Name: id, SecretString: value }));
  return value;
}
