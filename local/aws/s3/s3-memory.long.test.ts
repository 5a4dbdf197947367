import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import { documentBucket } from '#functions/platform/adapters/document-bucket.ts';
import type { Running } from '#local/aws/json-service.ts';
import { long } from '#tests/support/test-length.ts';
import { startS3 } from './s3.ts';

const Bucket = 'stillwater-documents';
const org = '0197a4d2-0000-7000-8000-000000000001';
const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' };
const megabyte = 2 ** 20;
/** TEST_LENGTH=long uses the quality list's number; three at once, like a browser. */
const [files, atOnce] = [long ? 500 : 16, 3];
const fileBytes = 20 * megabyte;

describe(`${files} files of 20 MB`, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-s3-memory-'));
  let server: Running;
  let s3: S3Client;
  beforeAll(async () => {
    const corsOrigins = ['http://127.0.0.1:4000'];
    server = await startS3({ port: 0, dataDir, buckets: [Bucket], corsOrigins, ...credentials });
    s3 = new S3Client({ region: 'us-east-1', endpoint: server.url, credentials });
    const environment = {
      ...{ AWS_REGION: 'us-east-1', AWS_ENDPOINT_URL_S3: server.url },
      ...{ AWS_ACCESS_KEY_ID: credentials.accessKeyId, AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey },
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    s3?.destroy();
    await server?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('S-17 uploads by forms and downloads intact with flat memory use', {
    timeout: long ? 1_800_000 : 120_000,
  }, async () => {
    const bucket = documentBucket(Bucket);
    const content = randomBytes(fileBytes);
    const expected = createHash('sha256').update(content).digest('hex');
    const residentMb: number[] = [];
    let next = 0;
    const carry = async (): Promise<void> => {
      while (next < files) {
        const id = `0197a4d2-0000-7000-8000-${String(++next).padStart(12, '0')}`;
        const Key = documentKey('quarantine', org, id);
        const { url, fields } = await bucket.uploadForm(Key, fileBytes);
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.set(name, value);
        form.set('file', new Blob([content]));
        const { status } = await fetch(url, { method: 'POST', body: form });
        expect(status).toBeLessThan(300);
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
        const sum = createHash('sha256');
        for await (const chunk of Body as Readable) sum.update(chunk as Buffer);
        expect(sum.digest('hex')).toBe(expected);
        await s3.send(new DeleteObjectCommand({ Bucket, Key }));
        residentMb.push(Math.round(process.memoryUsage().rss / megabyte));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, carry));
    expect(residentMb).toHaveLength(files);
    const quarter = Math.floor(files / 4);
    const [first, last] = [residentMb.slice(0, quarter), residentMb.slice(-quarter)].map((part) => Math.max(...part));
    console.info(
      `S-17 ${files} files of 20 MB, ${atOnce} at once: process size ${first} MB at first, ${last} MB at last`,
    );
    // The memory of a few files: 16 retained files are 320 MB, 500 are ten gigabytes.
    expect(last).toBeLessThan((first ?? 0) + 8 * (fileBytes / megabyte));
  });
});
