import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import { archiveOf } from '#functions/documents/shared/zip-archive.ts';
import type { ScanResult } from '#functions/platform/workers/worker.ts';
import { startKms } from '#local/aws/kms/kms.ts';
import { type RunningMalwareScan, startMalwareScan } from '#local/aws/malware-scan.ts';
import { type RunningS3, startS3 } from '#local/aws/s3/s3.ts';
import { examplePdf } from '#tests/support/records/documents.ts';
import { awsAuditSigner, dispositionOf, documentBucket, documentLinks, smallObjects } from './document-bucket.ts';
import { malwareScan } from './malware-scan.ts';

const [name, staff] = ['stillwater-documents', 'http://127.0.0.1:4000'];
const org = '0197a4d2-0000-7000-8000-000000000001';
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const own = { accessKeyId: 'local', secretAccessKey: 'local-secret' };

describe('documentBucket', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-documents-'));
  const bucket = documentBucket(name);
  const links = documentLinks(name, () => async () => own);
  let [storage, scans] = [undefined, undefined] as unknown as [RunningS3, RunningMalwareScan];
  const results: ScanResult[] = [];
  let ids = 0;
  const newId = () => `0197a4d2-0000-7000-8000-${String(++ids).padStart(12, '0')}`;

  const open = async () => {
    const guarded = { bucket: name, prefix: 'quarantine/' };
    storage = await startS3({ port: 0, dataDir, buckets: [name], corsOrigins: [staff], guarded, ...own });
    const announce = async (envelope: object) => void results.push((envelope as { detail: ScanResult }).detail);
    scans = await startMalwareScan({ port: 0, bucket: name, storage, announce });
    vi.stubEnv('AWS_ENDPOINT_URL_S3', storage.url);
    vi.stubEnv('AWS_ENDPOINT_URL_GUARDDUTY', scans.url);
  };
  const close = async () => {
    await scans.close();
    await storage.close();
  };
  beforeAll(async () => {
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', own.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', own.secretAccessKey);
    await open();
  });
  afterAll(async () => {
    await close();
    vi.unstubAllEnvs();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const post = (url: string, fields: Record<string, string>, bytes: Uint8Array): Promise<Response> => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set('file', new Blob([new Uint8Array(bytes)]));
    return fetch(url, { method: 'POST', body: form, headers: { origin: staff } });
  };
  const handIn = async (id: string, bytes: Uint8Array): Promise<number> => {
    const { url, fields } = await bucket.uploadForm(documentKey('quarantine', org, id), bytes.byteLength);
    return (await post(url, fields, bytes)).status;
  };
  const resultOf = async (id: string): Promise<ScanResult> =>
    vi.waitFor(() => {
      const found = results.findLast(({ s3ObjectDetails }) => s3ObjectDetails.objectKey.endsWith(id));
      if (!found) throw new Error('not scanned yet');
      return found;
    });

  it('keeps a scanned file readable when it is put again', async () => {
    const [id, bytes] = [newId(), examplePdf()];
    const key = documentKey('quarantine', org, id);
    await bucket.put(key, bytes);
    const { eTag } = (await resultOf(id)).s3ObjectDetails;
    scans.silent = true;
    await bucket.put(key, bytes);
    scans.silent = false;
    expect(await bucket.part(key, `"${eTag}"`, { first: 8 })).toMatchObject({ size: bytes.byteLength });
  });

  it('S-15 accepts only the size and time its form allows', async () => {
    const [id, bytes] = [newId(), examplePdf()];
    const key = documentKey('quarantine', org, id);
    const { url, fields } = await bucket.uploadForm(key, bytes.byteLength);
    const altered = async (over: Record<string, string>, sent: Uint8Array = bytes) =>
      (await post(url, { ...fields, ...over }, sent)).status;
    expect(await altered({ key: key.replace('quarantine', 'clean') })).toBe(403);
    expect(await altered({ key: documentKey('quarantine', org, newId()) })).toBe(403);
    expect(await altered({ 'Content-Type': 'text/html' })).toBe(403);
    expect(await altered({ acl: 'public-read' })).toBe(403);
    expect(await altered({ tagging: '<Tagging/>' })).toBe(403);
    expect(await altered({ 'x-amz-signature': '0'.repeat(64) })).toBe(403);
    expect(await altered({}, new Uint8Array(bytes.byteLength + 1))).toBe(400);
    expect(await altered({}, bytes.subarray(1))).toBe(400);
    vi.setSystemTime(Date.now() - 301_000);
    const late = await bucket.uploadForm(key, bytes.byteLength);
    vi.useRealTimers();
    expect((await post(late.url, late.fields, bytes)).status).toBe(403);
    expect(await bucket.sizeOf(key)).toBeUndefined();
    expect(await altered({})).toBe(204);
    expect(await bucket.sizeOf(key)).toBe(bytes.byteLength);
  });

  it('S-16 serves nothing unscanned, finds the test file anywhere, moves clean files', async () => {
    const [id, bad] = [newId(), newId()];
    scans.silent = true;
    expect(await handIn(id, examplePdf())).toBe(204);
    const key = documentKey('quarantine', org, id);
    const etag = storage.objects(name).find((one) => one.key === key)?.etag ?? '';
    const clean = documentKey('clean', org, id);
    const unavailable = { status: 503, details: { reason: 's3: 403 AccessDenied' } };
    await expect(bucket.part(key, etag, { first: 10 })).rejects.toMatchObject(unavailable);
    await expect(bucket.read(key)).rejects.toMatchObject(unavailable);
    await expect(bucket.copy(key, etag, clean, 'application/pdf')).rejects.toMatchObject(unavailable);
    const linked = { name: 'x.pdf', type: 'application/pdf', disposition: 'inline' } as const;
    expect((await fetch(await links(org, key, linked, new Date()))).status).toBe(403);
    // The first scan got no response, so a second one is requested.
    scans.silent = false;
    await malwareScan(name)(key);
    expect((await resultOf(id)).scanResultDetails.scanResultStatus).toBe('NO_THREATS_FOUND');
    expect((await bucket.part(key, etag, { first: 4 }))?.bytes).toEqual(new Uint8Array(Buffer.from('%PDF')));
    expect((await bucket.part(key, etag, { last: 6 }))?.bytes).toEqual(new Uint8Array(Buffer.from('%%EOF\n')));
    // The ETag does not match the scanned version.
    expect(await bucket.part(key, '"other"', { first: 4 })).toBeUndefined();
    expect(await bucket.copy(key, '"other"', clean, 'application/pdf')).toBe(false);
    expect(await bucket.copy(key, etag, clean, 'application/pdf')).toBe(true);
    // The test string is split across two chunks, after many other bytes.
    const hidden = Buffer.concat([Buffer.alloc(65_536 - 30), Buffer.from(eicar), Buffer.alloc(1_000)]);
    expect(await handIn(bad, hidden)).toBe(204);
    expect((await resultOf(bad)).scanResultDetails.scanResultStatus).toBe('THREATS_FOUND');
    await expect(bucket.read(documentKey('quarantine', org, bad))).rejects.toMatchObject(unavailable);
  });

  it("S-17 links expire after five minutes and carry the file's type and name", async () => {
    const key = documentKey('clean', org, newId());
    await bucket.put(key, new Uint8Array(examplePdf()), 'application/pdf');
    const linked = { name: 'Giấy "tờ".pdf', type: 'application/pdf', disposition: 'attachment' } as const;
    const address = await links(org, key, linked, new Date());
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ]);
    expect(answer.headers.get('content-disposition')).toBe(dispositionOf(linked.name, 'attachment'));
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(examplePdf());
    const other = new URL(address);
    other.searchParams.set('response-content-type', 'text/html');
    expect((await fetch(other)).status).toBe(403);
    expect((await fetch(await links(org, key, linked, new Date(Date.now() - 301_000)))).status).toBe(403);
    expect((await fetch(address.split('?')[0] ?? '')).status).toBe(403);
    expect(dispositionOf('Giấy "tờ".pdf', 'inline')).toBe(
      `inline; filename="Gi_y _t__.pdf"; filename*=UTF-8''Gi%E1%BA%A5y%20%22t%E1%BB%9D%22.pdf`,
    );
  });

  it('writes one file from several parts', async () => {
    const records = await Promise.all(
      [1, 2].map(async (n) => {
        const id = newId();
        await bucket.put(documentKey('clean', org, id), new Uint8Array(3_000_000).fill(n), 'application/pdf');
        return { id, organization_id: org, file_name: `${n}.pdf`, revision: 1, created_at: new Date().toISOString() };
      }),
    );
    const key = documentKey('zips', org, newId());
    const size = await bucket.upload(key, 'application/zip', archiveOf(bucket, records));
    expect(size).toBeGreaterThan(6_000_000);
    expect(await bucket.sizeOf(key)).toBe(size);
    await bucket.remove(key);
    expect([await bucket.sizeOf(key), await bucket.read(key)]).toEqual([undefined, undefined]);
  });

  it('on restart, scans files that were unscanned or unpublished at shutdown', async () => {
    const [scanned, id] = [newId(), newId()];
    expect(await handIn(scanned, examplePdf())).toBe(204);
    await resultOf(scanned);
    scans.silent = true;
    expect(await handIn(id, Buffer.from(eicar))).toBe(204);
    results.length = 0;
    await close();
    await open();
    expect((await resultOf(id)).scanResultDetails.scanResultStatus).toBe('THREATS_FOUND');
    expect((await resultOf(scanned)).scanResultDetails.scanResultStatus).toBe('NO_THREATS_FOUND');
  });
});

it("S-17 links use the host that the pages' CSP allows", async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', own.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', own.secretAccessKey);
  const host = 'https://stillwater-documents.s3.us-east-1.amazonaws.com/';
  expect((await documentBucket(name).uploadForm('quarantine/one', 1)).url).toBe(host);
  const linked = { name: 'x.pdf', type: 'application/pdf', disposition: 'inline' } as const;
  const link = await documentLinks(name, () => async () => own)(org, 'clean/one', linked, new Date());
  expect(link.split('?')[0]).toBe(`${host}clean/one`);
  vi.unstubAllEnvs();
});

describe('documentBucket against a failing S3', () => {
  let requests: { call: string; body: Buffer }[];
  /** Number of failures before a success, and their status. */
  let [failures, status] = [0, 503];
  let onBody: (bytes: number) => void = () => undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://storage');
      const [number, id] = [searchParams.get('partNumber'), searchParams.get('uploadId')];
      const what = [request.method, pathname, number && `part ${number}`, id && `of ${id}`].filter(Boolean).join(' ');
      requests.push({ call: what, body });
      onBody(body.byteLength);
      if (requests.length <= failures)
        response.writeHead(status).end(`<Error><Code>${status === 503 ? 'SlowDown' : 'Refused'}</Code></Error>`);
      else if (searchParams.has('uploads')) response.end('<Answer><UploadId>one</UploadId></Answer>');
      else if (request.method === 'POST') response.end('<Answer/>');
      else response.writeHead(request.method === 'DELETE' ? 204 : 200, { etag: '"mark"' }).end(id ? '' : 'here');
    });
  });
  const calls = () => requests.map(({ call }) => call);
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', own.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', own.secretAccessKey);
    // Removes the delay between attempts.
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  beforeEach(() => {
    requests = [];
    [failures, status, onBody] = [0, 503, () => undefined];
  });
  afterAll(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
  });
  const bucket = documentBucket(name);
  const file = `/${name}/zips/one`;
  async function* megabytes(count: number, fails?: Error): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < count; n++) yield new Uint8Array(1_000_000).fill(n);
    if (fails) throw fails;
  }

  it.each([500, 503])('retries an upload and a part after a %i', async (answered) => {
    [failures, status] = [2, answered];
    await bucket.put('zips/one', new Uint8Array(Buffer.from('bytes')));
    expect(requests.map(({ call, body }) => `${call} ${body}`)).toEqual(Array(3).fill(`PUT ${file} bytes`));
    requests = [];
    const read = await bucket.read('zips/one');
    expect([await new Response(read).text(), calls()]).toEqual(['here', Array(3).fill(`GET ${file}`)]);
    requests = [];
    failures = 1;
    expect(await bucket.upload('zips/one', 'application/zip', megabytes(10))).toBe(10_000_000);
    expect(calls()).toEqual([
      ...Array(2).fill(`POST ${file}`),
      ...[`PUT ${file} part 1 of one`, `PUT ${file} part 2 of one`, `POST ${file} of one`],
    ]);
  });

  it('throws 503 when S3 stays busy', async () => {
    failures = 99;
    await expect(bucket.read('zips/one')).rejects.toMatchObject({
      ...{ status: 503, details: { reason: 's3: 503 SlowDown' } },
    });
    expect(requests).toHaveLength(3);
  });

  it.each([400, 403])('does not retry after a %i', async (refused) => {
    [failures, status] = [99, refused];
    await expect(bucket.put('zips/one', new Uint8Array(1))).rejects.toMatchObject({ status: 503 });
    expect(requests).toHaveLength(1);
  });

  it('uploads a large file with little memory', async () => {
    let [made, sent, most] = [0, 0, 0];
    onBody = (bytes) => {
      sent += bytes;
    };
    async function* measured(): AsyncGenerator<Uint8Array> {
      for await (const chunk of megabytes(80)) {
        made += chunk.byteLength;
        most = Math.max(most, made - sent);
        yield chunk;
      }
    }
    expect(await bucket.upload('zips/one', 'application/zip', measured())).toBe(80_000_000);
    // One part in flight, one being filled, and the stream buffers.
    expect(most).toBeLessThan(20_000_000);
  });

  it('aborts the upload if its source fails', async () => {
    const reset = megabytes(20, new Error('reset'));
    await expect(bucket.upload('zips/one', 'application/zip', reset)).rejects.toThrow('reset');
    expect(calls().at(-1)).toBe(`DELETE ${file} of one`);
  });
});

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
