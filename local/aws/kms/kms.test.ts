import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startKms } from './kms.ts';

const context = { organization: 'org-1', ssn_id: 'ssn-1' };
const plaintext = Buffer.from('987-65-4320');

let dataDir: string;
let server: Awaited<ReturnType<typeof startKms>>;
let kms: KMSClient;

async function start(): Promise<void> {
  server = await startKms({ port: 0, dataDir, aliases: ['alias/ssn', 'alias/other'] });
  kms = new KMSClient({
    region: 'us-east-1',
    endpoint: server.url,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}

async function stop(): Promise<void> {
  kms.destroy();
  await server.close();
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kms-'));
  await start();
});

afterEach(async () => {
  await stop();
  rmSync(dataDir, { recursive: true });
});

async function encrypt(KeyId = 'alias/ssn'): Promise<Uint8Array> {
  const { CiphertextBlob } = await kms.send(
    new EncryptCommand({ KeyId, Plaintext: plaintext, EncryptionContext: context }),
  );
  if (!CiphertextBlob) throw new Error('no ciphertext');
  return CiphertextBlob;
}

async function decrypt(CiphertextBlob: Uint8Array, EncryptionContext?: Record<string, string>, KeyId?: string) {
  const { Plaintext } = await kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext, KeyId }));
  return Buffer.from(Plaintext ?? []).toString();
}

describe('local KMS', () => {
  it('decrypts with the same context in any order of its pairs', async () => {
    const blob = await encrypt();
    expect(Buffer.from(blob).includes(plaintext)).toBe(false);
    expect(await decrypt(blob, { ssn_id: 'ssn-1', organization: 'org-1' }, 'alias/ssn')).toBe('987-65-4320');
  });

  it('rejects another or missing context, another key and a changed blob', async () => {
    const blob = await encrypt();
    const changed = Uint8Array.from(blob);
    changed.set([(changed.at(-1) ?? 0) ^ 1], changed.length - 1);
    const invalid = { name: 'InvalidCiphertextException' };
    await expect(decrypt(blob, { ...context, organization: 'org-2' })).rejects.toMatchObject(invalid);
    await expect(decrypt(blob)).rejects.toMatchObject(invalid);
    await expect(decrypt(changed, context)).rejects.toMatchObject(invalid);
    await expect(decrypt(blob.slice(0, 3), context)).rejects.toMatchObject(invalid);
    await expect(decrypt(blob, context, 'alias/other')).rejects.toMatchObject({ name: 'IncorrectKeyException' });
  });

  it('decrypts data from before a rotation and a restart', async () => {
    const before = await encrypt();
    server.rotate('alias/ssn');
    const after = await encrypt();
    await stop();
    await start();
    expect(await decrypt(before, context)).toBe('987-65-4320');
    expect(await decrypt(after, context)).toBe('987-65-4320');
    expect([before[2], after[2]]).toEqual([0, 1]);
  });

  it('stores key material that only its owner can read', () => {
    expect(statSync(join(dataDir, 'kms.json')).mode & 0o777).toBe(0o600);
  });
});
