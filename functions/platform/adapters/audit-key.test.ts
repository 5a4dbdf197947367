import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startKms } from '#local/aws/kms/kms.ts';
import { startS3 } from '#local/aws/s3/s3.ts';
import { awsAuditSigner, smallObjects } from './document-bucket.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const region = 'us-east-1';

describe('S-12 audit signing key and witness bucket', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-test-'));
  const closing: (() => Promise<void>)[] = [];
  let signer: ReturnType<typeof awsAuditSigner>;
  beforeAll(async () => {
    const keys = await startKms({ port: 0, dataDir, aliases: ['alias/audit', 'alias/other'] });
    const objects = await startS3({ port: 0, dataDir, buckets: ['witness'], corsOrigins: [], ...credentials });
    closing.push(keys.close, objects.close);
    vi.stubEnv('AWS_ENDPOINT_URL_S3', objects.url);
    vi.stubEnv('AWS_REGION', region);
    vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretAccessKey);
    signer = awsAuditSigner({
      kms: new KMSClient({ endpoint: keys.url, region, credentials }),
      keyId: 'alias/audit',
      witness: smallObjects('witness'),
    });
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    for (const close of closing) await close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('verifies its own signatures and rejects any other', async () => {
    const signature = await signer.sign('one');
    expect(await signer.isSigned('one', signature)).toBe(true);
    for (const [statement, claimed] of [
      ['another', signature],
      ['one', await signer.sign('another')],
      ['one', Buffer.alloc(32).toString('base64')],
      ['one', ''],
    ] as const)
      expect(await signer.isSigned(statement, claimed)).toBe(false);
  });

  it('finds no witness at first, then the newest of each organization', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    expect(await signer.witnessed(one)).toBeUndefined();
    await signer.testify(one, { sequence: 1, digest: 'a' });
    await signer.testify(one, { sequence: 2, digest: 'b' });
    expect(await signer.witnessed(one)).toEqual({ sequence: 2, digest: 'b' });
    expect(await signer.witnessed(other)).toBeUndefined();
  });

  it('throws when the witness bucket is silent or denies access', async () => {
    const nowhere = smallObjects('not-a-bucket-of-ours');
    await expect(nowhere.write('a.json', '{}')).rejects.toThrow(expect.objectContaining({ name: 'NoSuchBucket' }));
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another');
    const refused = smallObjects('witness');
    await expect(refused.read('a.json')).rejects.toThrow(expect.objectContaining({ name: 'SignatureDoesNotMatch' }));
  });
});
