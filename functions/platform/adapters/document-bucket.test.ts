import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentKey } from '#domain/shared/operations/document-places.ts';
import { archiveOf } from '#functions/documents/shared/zip-archive.ts';
import type { ScanResult } from '#functions/platform/workers/worker.ts';
import { type RunningMalwareScan, startMalwareScan } from '#local/aws/malware-scan.ts';
import { type RunningS3, startS3 } from '#local/aws/s3/s3.ts';
import { examplePdf } from '#tests/support/records/documents.ts';
import { dispositionOf, documentBucket, documentLinks } from './audit-key.ts';
import { malwareScan } from './malware-scan.ts';

const [name, staff] = ['stillwater-documents', 'http://127.0.0.1:4000'];
const org = '0197a4d2-0000-7000-8000-000000000001';
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const own = { accessKeyId: 'local', secretAccessKey: 'local-secret' };

describe('the bucket of documents', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-documents-'));
  const bucket = documentBucket(name);
  const links = documentLinks(name, () => async () => own);
  let [storage, scans] = [undefined, undefined] as unknown as [RunningS3, RunningMalwareScan];
  const told: ScanResult[] = [];
  let ids = 0;
  const newId = () => `0197a4d2-0000-7000-8000-${String(++ids).padStart(12, '0')}`;

  const open = async () => {
    const guarded = { bucket: name, prefix: 'quarantine/' };
    storage = await startS3({ port: 0, dataDir, buckets: [name], corsOrigins: [staff], guarded, ...own });
    const announce = async (envelope: object) => void told.push((envelope as { detail: ScanResult }).detail);
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

  /** As a browser sends a form. */
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
      const found = told.findLast(({ s3ObjectDetails }) => s3ObjectDetails.objectKey.endsWith(id));
      if (!found) throw new Error('not scanned yet');
      return found;
    });

  it('S-15 takes exactly what its form was made for: altered, late, larger or smaller is refused', async () => {
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

  it('S-16 serves nothing before it was scanned, finds the test file wherever it stands, and moves what is clean', async () => {
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
    // Its scan is asked for again, as it was not answered.
    scans.silent = false;
    await malwareScan(name)(key);
    expect((await resultOf(id)).scanResultDetails.scanResultStatus).toBe('NO_THREATS_FOUND');
    expect((await bucket.part(key, etag, { first: 4 }))?.bytes).toEqual(new Uint8Array(Buffer.from('%PDF')));
    expect((await bucket.part(key, etag, { last: 6 }))?.bytes).toEqual(new Uint8Array(Buffer.from('%%EOF\n')));
    // Another state than the one that was scanned is not it.
    expect(await bucket.part(key, '"other"', { first: 4 })).toBeUndefined();
    expect(await bucket.copy(key, '"other"', clean, 'application/pdf')).toBe(false);
    expect(await bucket.copy(key, etag, clean, 'application/pdf')).toBe(true);
    // In two pieces of what comes, with much before it.
    const hidden = Buffer.concat([Buffer.alloc(65_536 - 30), Buffer.from(eicar), Buffer.alloc(1_000)]);
    expect(await handIn(bad, hidden)).toBe(204);
    expect((await resultOf(bad)).scanResultDetails.scanResultStatus).toBe('THREATS_FOUND');
    await expect(bucket.read(documentKey('quarantine', org, bad))).rejects.toMatchObject(unavailable);
  });

  it('S-17 links for five minutes, as what it is, under its name', async () => {
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

  it('makes one file of all of them, in parts', async () => {
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

  it('scans when it begins again what it had not scanned, or may not have announced, when it ended', async () => {
    const [scanned, id] = [newId(), newId()];
    expect(await handIn(scanned, examplePdf())).toBe(204);
    await resultOf(scanned);
    scans.silent = true;
    expect(await handIn(id, Buffer.from(eicar))).toBe(204);
    told.length = 0;
    await close();
    await open();
    expect((await resultOf(id)).scanResultDetails.scanResultStatus).toBe('THREATS_FOUND');
    expect((await resultOf(scanned)).scanResultDetails.scanResultStatus).toBe('NO_THREATS_FOUND');
  });
});

it('S-17 sends browsers to the host that the pages are allowed to reach', async () => {
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

describe('a storage of a test', () => {
  let asked: { call: string; body: Buffer }[];
  /** How often it fails before it answers, and with what. */
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
      asked.push({ call: what, body });
      onBody(body.byteLength);
      if (asked.length <= failures)
        response.writeHead(status).end(`<Error><Code>${status === 503 ? 'SlowDown' : 'Refused'}</Code></Error>`);
      else if (searchParams.has('uploads')) response.end('<Answer><UploadId>one</UploadId></Answer>');
      else if (request.method === 'POST') response.end('<Answer/>');
      else response.writeHead(request.method === 'DELETE' ? 204 : 200, { etag: '"mark"' }).end(id ? '' : 'here');
    });
  });
  const calls = () => asked.map(({ call }) => call);
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', own.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', own.secretAccessKey);
    // Without the pauses between tries.
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  beforeEach(() => {
    asked = [];
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

  it.each([500, 503])('is sent a file and a part of one again when it answers %i', async (answered) => {
    [failures, status] = [2, answered];
    await bucket.put('zips/one', new Uint8Array(Buffer.from('bytes')));
    expect(asked.map(({ call, body }) => `${call} ${body}`)).toEqual(Array(3).fill(`PUT ${file} bytes`));
    asked = [];
    const read = await bucket.read('zips/one');
    expect([await new Response(read).text(), calls()]).toEqual(['here', Array(3).fill(`GET ${file}`)]);
    asked = [];
    failures = 1;
    expect(await bucket.upload('zips/one', 'application/zip', megabytes(10))).toBe(10_000_000);
    expect(calls()).toEqual([
      ...Array(2).fill(`POST ${file}`),
      ...[`PUT ${file} part 1 of one`, `PUT ${file} part 2 of one`, `POST ${file} of one`],
    ]);
  });

  it('is unavailable to the caller when it stays busy', async () => {
    failures = 99;
    await expect(bucket.read('zips/one')).rejects.toMatchObject({
      ...{ status: 503, details: { reason: 's3: 503 SlowDown' } },
    });
    expect(asked).toHaveLength(3);
  });

  it.each([400, 403])('is asked once when it refuses with %i', async (refused) => {
    [failures, status] = [99, refused];
    await expect(bucket.put('zips/one', new Uint8Array(1))).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(1);
  });

  it('gets a large file with little of it in memory at once', async () => {
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
    // The part under way, the part that fills, and what streams hold between.
    expect(most).toBeLessThan(20_000_000);
  });

  it('drops the parts of a file that cannot be read to its end', async () => {
    const reset = megabytes(20, new Error('reset'));
    await expect(bucket.upload('zips/one', 'application/zip', reset)).rejects.toThrow('reset');
    expect(calls().at(-1)).toBe(`DELETE ${file} of one`);
  });
});
