import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startKms } from '#local/aws/kms/kms.ts';
import { kmsPartnerDecryptor, kmsPartnerEncryptor } from './partner-cipher.ts';

const key = 'alias/partners';
const of = { organizationId: 'organization-1', partner: 'quickbooks', part: 'access' } as const;

describe('what a connection holds', () => {
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

  // An access token of QuickBooks has up to 4,096 letters, and its refresh token lies beside it.
  it.each([2, 4095, 4096, 4097, 4800, 9000])('is sealed and opened whole, of %i bytes', async (length) => {
    const secret = `é${'x'.repeat(Math.max(0, length - 2))}`.slice(-length);
    const sealed = await kmsPartnerEncryptor(kms, key).seal(of, secret);
    expect(await kmsPartnerDecryptor(kms, key).open(of, sealed)).toBe(secret);
    const others = { ...of, organizationId: 'organization-2' };
    await expect(kmsPartnerDecryptor(kms, key).open(others, sealed)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
