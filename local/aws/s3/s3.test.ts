import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
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

const put = (Key: string, Body: PutObjectCommandInput['Body'] = 'text', more: Partial<PutObjectCommandInput> = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));

async function get(Key: string, more: Partial<GetObjectCommandInput> = {}) {
  const answer = await s3.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return { ...answer, text: await answer.Body?.transformToString() };
}

async function list(more: Partial<ListObjectsV2CommandInput> = {}) {
  const answer = await s3.send(new ListObjectsV2Command({ Bucket, ...more }));
  return { ...answer, keys: answer.Contents?.map(({ Key }) => Key) ?? [] };
}

// SigV4 as AWS documents it, apart from the server's own code.
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const scopeOf = (stamp: string) => `${stamp.slice(0, 8)}/us-east-1/s3/aws4_request`;
const signature = (text: string, stamp: string) =>
  hmac(scopeOf(stamp).split('/').reduce<Buffer | string>(hmac, `AWS4${credentials.secretAccessKey}`), text).toString(
    'hex',
  );
const now = () => new Date().toISOString().replace(/[-:]|\.\d+/g, '');

function form(fields: Record<string, string>, conditions: unknown[], file: Blob): FormData {
  const stamp = now();
  const signed = {
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${credentials.accessKeyId}/${scopeOf(stamp)}`,
    'x-amz-date': stamp,
  };
  const expiration = new Date(Date.now() + 60_000).toISOString();
  const all = [
    { bucket: Bucket },
    ...conditions,
    ...Object.entries(signed).map(([name, value]) => ({ [name]: value })),
  ];
  const policy = Buffer.from(JSON.stringify({ expiration, conditions: all })).toString('base64');
  const data = new FormData();
  const sum = { policy, 'x-amz-signature': signature(policy, stamp) };
  for (const [name, value] of Object.entries({ ...fields, ...signed, ...sum })) data.append(name, value);
  data.append('file', file, 'scan of permit.pdf');
  return data;
}

async function post(body: FormData): Promise<string> {
  const response = await fetch(`${server.url}/${Bucket}`, { method: 'POST', body, headers: { origin: site } });
  const text = await response.text();
  return `${response.status} ${/<Code>(.*?)<\/Code>/.exec(text)?.[1] ?? ''}`.trim();
}

describe('the local S3, by the SDK', () => {
  it('puts, gets, heads, copies and deletes, with awkward keys', async () => {
    const key = 'org-1/Nguyễn & <Sons> "a+b" (1)/../permit.pdf';
    const headers = { ContentType: 'application/pdf', Metadata: { home: 'northside' } };
    await put(key, 'pdf', headers);
    expect(await get(key)).toMatchObject({ text: 'pdf', ...headers });
    await s3.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/${encodeURIComponent(key)}` }));
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: 'copy' }))).toMatchObject({
      ContentLength: 3,
      ...headers,
    });
    expect((await list()).keys).toEqual(['copy', key]);
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'copy' }));
    await expect(get('copy')).rejects.toMatchObject({ name: 'NoSuchKey' });
    const removed = await s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: key }, { Key: 'x' }] } }),
    );
    expect(removed.Deleted?.map(({ Key }) => Key)).toEqual([key, 'x']);
    expect((await list()).keys).toEqual([]);
  });

  it('takes streams, and gives ranges and overridden headers', async () => {
    await put('stream', Readable.from([Buffer.from('hello '), Buffer.from('world')]), { ContentLength: 11 });
    expect((await get('stream')).text).toBe('hello world');
    expect(await get('stream', { Range: 'bytes=6-' })).toMatchObject({ text: 'world', ContentRange: 'bytes 6-10/11' });
    expect((await get('stream', { Range: 'bytes=-3' })).text).toBe('rld');
    await expect(get('stream', { Range: 'bytes=11-' })).rejects.toMatchObject({ name: 'InvalidRange' });
    const ResponseContentDisposition = 'attachment; filename="a.txt"';
    expect(await get('stream', { ResponseContentDisposition })).toMatchObject({
      ContentDisposition: ResponseContentDisposition,
    });
  });

  it('keeps objects over a restart, and drops bytes of an upload that a crash cut off', async () => {
    await put('kept', 'before', { IfNoneMatch: '*' });
    await expect(put('kept', 'twice', { IfNoneMatch: '*' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    const blobs = join(dataDir, 's3', Bucket, 'blobs');
    writeFileSync(join(blobs, 'without-record'), 'half');
    await stop();
    await start();
    expect((await get('kept')).text).toBe('before');
    expect(readdirSync(blobs)).toHaveLength(1);
  });
});

describe('the local S3, by upload forms', () => {
  it('answers preflights of the allowed origins alone', async () => {
    const preflight = (origin: string) =>
      fetch(`${server.url}/${Bucket}/a`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' },
      });
    const allowed = await preflight(site);
    expect([allowed.status, allowed.headers.get('access-control-allow-headers')]).toEqual([204, 'content-type']);
    const other = await preflight('https://elsewhere.example');
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  const file = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
  const fields = { key: `org-1/\${filename}`, 'Content-Type': 'application/pdf', success_action_status: '201' };
  const conditions = [
    ['starts-with', '$key', 'org-1/'],
    ['eq', '$Content-Type', 'application/pdf'],
    ['content-length-range', 1, 10],
    { success_action_status: '201' },
  ];

  it('takes a file that the policy allows', async () => {
    expect(await post(form(fields, conditions, file))).toBe('201');
    expect(await get('org-1/scan of permit.pdf')).toMatchObject({ text: '%PDF-1.7', ContentType: 'application/pdf' });
    const quiet = { key: 'org-1/x', 'Content-Type': 'application/pdf' };
    expect(await post(form(quiet, conditions.slice(0, 3), file))).toBe('204');
  });

  it('refuses a policy that is for another bucket, altered or not signed, and keeps nothing', async () => {
    expect(await post(form(fields, [...conditions, { bucket: 'more' }], file))).toBe('403 AccessDenied');
    const altered = form(fields, conditions, file);
    const wider = Buffer.from(String(altered.get('policy')), 'base64')
      .toString()
      .replace('1,10', '1,99');
    altered.set('policy', Buffer.from(wider).toString('base64'));
    expect(await post(altered)).toBe('403 SignatureDoesNotMatch');
    const unsigned = form(fields, conditions, file);
    unsigned.delete('x-amz-signature');
    expect(await post(unsigned)).toBe('403 AccessDenied');
    expect((await list()).keys).toEqual([]);
  });
});
