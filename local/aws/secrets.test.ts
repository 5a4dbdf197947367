import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateSecretCommand,
  DescribeSecretCommand,
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
  server = await startSecrets({ port: 0, dataDir, initial: { [SecretId]: 'seeded' } });
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

describe('the local Secrets Manager', () => {
  it('is seeded, by name and by ARN, in a file for its owner alone', async () => {
    const byName = await secrets.send(new GetSecretValueCommand({ SecretId }));
    expect(byName).toMatchObject({ SecretString: 'seeded', Name: SecretId, VersionStages: ['AWSCURRENT'] });
    const byArn = await secrets.send(new GetSecretValueCommand({ SecretId: byName.ARN }));
    expect(byArn.SecretString).toBe('seeded');
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('keeps the value before as AWSPREVIOUS, and keeps both over a restart that seeds again', async () => {
    await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: 'rotated' }));
    await stop();
    await start();
    const current = await secrets.send(new GetSecretValueCommand({ SecretId }));
    const previous = await secrets.send(new GetSecretValueCommand({ SecretId, VersionStage: 'AWSPREVIOUS' }));
    expect([current.SecretString, previous.SecretString]).toEqual(['rotated', 'seeded']);
    const described = await secrets.send(new DescribeSecretCommand({ SecretId }));
    expect(Object.values(described.VersionIdsToStages ?? {})).toEqual([['AWSPREVIOUS'], ['AWSCURRENT']]);
  });

  it('creates a secret once, and puts a value once per token', async () => {
    const create = new CreateSecretCommand({ Name: 'stillwater/new', SecretString: 'a' });
    const { VersionId } = await secrets.send(create);
    await expect(secrets.send(create)).rejects.toMatchObject({ name: 'ResourceExistsException' });
    const put = (SecretString: string) =>
      secrets.send(new PutSecretValueCommand({ SecretId, SecretString, ClientRequestToken: VersionId }));
    expect((await put('b')).VersionId).toBe((await put('b')).VersionId);
    await expect(put('c')).rejects.toMatchObject({ name: 'ResourceExistsException' });
  });

  it('does not know other names', async () => {
    const unknown = secrets.send(new GetSecretValueCommand({ SecretId: 'stillwater/none' }));
    await expect(unknown).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
