import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Running } from './json-service.ts';
import { startSecrets } from './secrets.ts';

const SecretId = 'stillwater/bot-check';

let dataDir: string;
let server: Running;
let secrets: SecretsManagerClient;

async function start(): Promise<void> {
  server = await startSecrets({ port: 0, dataDir });
  secrets = new SecretsManagerClient({
    region: 'us-east-1',
    endpoint: server.url,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}

async function stop(): Promise<void> {
  secrets.destroy();
  await server.close();
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'secrets-'));
  await start();
});

afterEach(async () => {
  await stop();
  rmSync(dataDir, { recursive: true });
});

const current = async (id = SecretId) => (await secrets.send(new GetSecretValueCommand({ SecretId: id }))).SecretString;

describe('local Secrets Manager', () => {
  it('creates a secret once, and keeps its newest value in an owner-only file', async () => {
    const create = new CreateSecretCommand({ Name: SecretId, SecretString: 'first' });
    const { ARN } = await secrets.send(create);
    await expect(secrets.send(create)).rejects.toMatchObject({ name: 'ResourceExistsException' });
    expect([await current(), await current(ARN)]).toEqual(['first', 'first']);
    await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: 'rotated' }));
    await stop();
    await start();
    expect(await current()).toBe('rotated');
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('rejects unknown names', async () => {
    await expect(current('stillwater/none')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
