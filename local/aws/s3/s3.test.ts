import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListObjectsV2Command,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Running } from '#local/aws/json-service.ts';
import { startS3 } from './s3.ts';

const Bucket = 'documents';
const site = 'http://127.0.0.1:4000';
const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' };

let dataDir: string;
let server: Running;
let s3: S3Client;

async function start(): Promise<void> {
  server = await startS3({ port: 0, dataDir, buckets: [Bucket], corsOrigins: [site], ...credentials });
  s3 = new S3Client({ region: 'us-east-1', endpoint: server.url, credentials });
}

async function stop(): Promise<void> {
  s3.destroy();
  await server.close();
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 's3-'));
  await start();
});

afterEach(async () => {
  await stop();
  rmSync(dataDir, { recursive: true });
});
const keys = async () => (await s3.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key) ?? [];

// Forms, links, parts and states are tested through the adapter.
describe('local S3', () => {
  it('rejects a signature for another region, and small parts except the last', async () => {
    const elsewhere = new S3Client({ region: 'eu-west-1', endpoint: server.url, credentials });
    await expect(elsewhere.send(new ListObjectsV2Command({ Bucket }))).rejects.toMatchObject({
      name: 'AuthorizationHeaderMalformed',
    });
    elsewhere.destroy();
    const ended = async (sizes: number[]) => {
      const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }));
      const parts = await Promise.all(
        sizes.map(async (size, at) => {
          const part = { Bucket, Key: 'parts', UploadId, PartNumber: at + 1, Body: Buffer.alloc(size) };
          return { PartNumber: at + 1, ETag: (await s3.send(new UploadPartCommand(part))).ETag };
        }),
      );
      const MultipartUpload = { Parts: parts };
      return s3.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'parts', UploadId, MultipartUpload }));
    };
    await expect(ended([5 * 1024 * 1024 - 1, 1])).rejects.toMatchObject({ name: 'EntityTooSmall' });
    await ended([5 * 1024 * 1024, 1]);
    expect(await keys()).toEqual(['parts']);
  });
});
