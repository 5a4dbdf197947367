import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startKms } from '#local/aws/kms/kms.ts';
import { kmsPartnerDecryptor, kmsPartnerEncryptor } from './kms.ts';

const key = 'alias/partners';
const of = { organizationId: 'organization-1', partner: 'quickbooks', part: 'access' } as const;

describe('partner secret encryption', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'partner-cipher-'));
  let server: Awaited<ReturnType<typeof startKms>>;
  let kms: KMSClient;
  beforeAll(async () => {
    server = await startKms({ port: 0, dataDir, aliases: [key] });
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    kms = new KMSClient({ region: 'us-east-1', endpoint: server.url, credentials });
  });
  afterAll(async () => {
    kms.destroy();
    await server.close();
    rmSync(dataDir, { recursive: true });
  });

  // A QuickBooks access token has up to 4,096 characters, and its refresh token is stored with it.
  it.each([2, 4095, 4096, 4097, 4800, 9000])('encrypts and decrypts a secret of %i bytes', async (length) => {
    const secret = `é${'x'.repeat(Math.max(0, length - 2))}`.slice(-length);
    const sealed = await kmsPartnerEncryptor(kms, key).seal(of, secret);
    expect(await kmsPartnerDecryptor(kms, key).open(of, sealed)).toBe(secret);
    const others = { ...of, organizationId: 'organization-2' };
    await expect(kmsPartnerDecryptor(kms, key).open(others, sealed)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
