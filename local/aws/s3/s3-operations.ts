import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { scannedClean, scanTag } from '#domain/shared/operations/deployment.ts';
import { writeDurably, writeJsonDurably } from '../child-process.ts';
import { type ObjectStore, S3Error, type StoredObject } from './s3-object-store.ts';

interface Begun {
  key: string;
  headers: Record<string, string>;
}

/** S3 accepts smaller parts only as the last. */
const LEAST_PART_BYTES = 5 * 1024 * 1024;

const md5 = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest();

export class MultipartUploads {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  begin(bucket: string, key: string, headers: Record<string, string>): string {
    const id = randomUUID();
    mkdirSync(this.#folder(bucket, id), { recursive: true, mode: 0o700 });
    writeJsonDurably(join(this.#folder(bucket, id), 'upload.json'), { key, headers } satisfies Begun);
    return id;
  }

  part(bucket: string, id: string, number: number, bytes: Buffer): string {
    this.#begun(bucket, id);
    if (!(number >= 1 && number <= 10_000)) throw new S3Error(400, 'InvalidArgument', 'Part number must be 1 to 10000');
    writeDurably(this.#part(bucket, id, number), bytes);
    return `"${md5(bytes).toString('hex')}"`;
  }

  async complete(bucket: string, id: string, numbers: readonly number[]): Promise<StoredObject> {
    const { key, headers } = this.#begun(bucket, id);
    const parts = numbers.map((number) => this.#part(bucket, id, number));
    if (parts.length === 0 || parts.some((part) => !existsSync(part)))
      throw new S3Error(400, 'InvalidPart', 'One or more of the specified parts could not be found.');
    if (parts.slice(0, -1).some((part) => statSync(part).size < LEAST_PART_BYTES))
      throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size.');
    const whole = join(this.#folder(bucket, id), 'whole');
    const marks: Buffer[] = [];
    rmSync(whole, { force: true });
    for (const part of parts) {
      const hash = createHash('md5');
      const source = createReadStream(part);
      source.on('data', (chunk) => hash.update(chunk));
      await pipeline(source, createWriteStream(whole, { flags: 'a', mode: 0o600 }));
      marks.push(hash.digest());
    }
    const etag = `"${md5(Buffer.concat(marks)).toString('hex')}-${parts.length}"`;
    const stored = this.#store.adopt(bucket, key, whole, { etag, headers });
    this.abort(bucket, id);
    return stored;
  }

  abort(bucket: string, id: string): void {
    rmSync(this.#folder(bucket, id), { recursive: true, force: true });
  }

  #begun(bucket: string, id: string): Begun {
    const file = join(this.#folder(bucket, id), 'upload.json');
    if (!/^[0-9a-f-]{36}$/.test(id) || !existsSync(file))
      throw new S3Error(404, 'NoSuchUpload', 'The specified upload does not exist.');
    return JSON.parse(readFileSync(file, 'utf8')) as Begun;
  }

  #folder(bucket: string, id: string): string {
    return join(this.#store.folderOf(bucket), 'uploads', id);
  }

  #part(bucket: string, id: string, number: number): string {
    return join(this.#folder(bucket, id), `part-${number}`);
  }
}

interface S3Request {
  method: string;
  bucket: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface S3Answer {
  status: number;
  headers?: OutgoingHttpHeaders;
  body?: string | Readable;
}

/** A bucket policy: objects under the prefix are unreadable until their scan tag is clean. */
export interface Guarded {
  bucket: string;
  prefix: string;
}

interface Context {
  store: ObjectStore;
  uploads: MultipartUploads;
  guarded?: Guarded | undefined;
}

const OVERRIDES = ['content-type', 'content-disposition', 'cache-control'];

export async function runOperation(context: Context, request: S3Request): Promise<S3Answer> {
  const { store, guarded } = context;
  const { method, bucket, key, query } = request;
  if (key === '') {
    if (method === 'GET' && query.get('list-type') === '2') return listObjects(store, bucket, query);
  } else if (query.has('uploads') || query.has('uploadId')) {
    return inParts(context.uploads, request);
  } else if (!['acl', 'tagging', 'versionId'].some((name) => query.has(name))) {
    if (method === 'PUT')
      return request.headers['x-amz-copy-source'] ? copyObject(store, request, guarded) : put(store, request);
    if (method === 'GET') return getObject(store, request, guarded);
    if (method === 'DELETE') return deleteObject(store, bucket, key);
  }
  throw new S3Error(501, 'NotImplemented', `${method} with these parameters is not implemented here`);
}

/** Returns the headers or form fields that S3 stores and returns with the object. */
export function storedHeaders(given: IncomingHttpHeaders | ReadonlyMap<string, string>): Record<string, string> {
  const type = given instanceof Map ? given.get('content-type') : (given as IncomingHttpHeaders)['content-type'];
  return { 'content-type': type ?? 'application/octet-stream' };
}

export function xml(status: number, content: string, headers?: OutgoingHttpHeaders): S3Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${content}`;
  return { status, headers: { ...headers, 'content-type': 'application/xml' }, body };
}

export function escapeXml(text: string): string {
  return text.replace(/[<>&"\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function listObjects(store: ObjectStore, bucket: string, query: URLSearchParams): S3Answer {
  const prefix = query.get('prefix') ?? '';
  const found = store.list(bucket).filter(({ key }) => key.startsWith(prefix));
  const shown = found.slice(0, Number(query.get('max-keys') ?? 1000));
  const contents = shown.map(
    ({ key, etag, size }) =>
      `<Contents><Key>${escapeXml(key)}</Key><ETag>${escapeXml(etag)}</ETag><Size>${size}</Size></Contents>`,
  );
  return xml(
    200,
    `<ListBucketResult><Name>${bucket}</Name><IsTruncated>${shown.length < found.length}</IsTruncated>` +
      `${contents.join('')}</ListBucketResult>`,
  );
}

function put(store: ObjectStore, { bucket, key, headers, body }: S3Request): S3Answer {
  if (headers['if-none-match'] === '*' && store.find(bucket, key)) throw preconditionFailed();
  return { status: 200, headers: { etag: store.put(bucket, key, body, storedHeaders(headers)).etag } };
}

async function inParts(
  uploads: MultipartUploads,
  { method, bucket, key, query, headers, body }: S3Request,
): Promise<S3Answer> {
  const id = query.get('uploadId') ?? '';
  if (method === 'POST' && query.has('uploads')) {
    const begun = uploads.begin(bucket, key, storedHeaders(headers));
    const content = `<Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key><UploadId>${begun}</UploadId>`;
    return xml(200, `<InitiateMultipartUploadResult>${content}</InitiateMultipartUploadResult>`);
  }
  if (method === 'PUT')
    return { status: 200, headers: { etag: uploads.part(bucket, id, Number(query.get('partNumber')), body) } };
  if (method === 'DELETE') {
    uploads.abort(bucket, id);
    return { status: 204 };
  }
  if (method !== 'POST') throw new S3Error(501, 'NotImplemented', `${method} of an upload is not implemented here`);
  const numbers = [...body.toString('utf8').matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, n]) => Number(n));
  const { etag } = await uploads.complete(bucket, id, numbers);
  const content = `<Key>${escapeXml(key)}</Key><ETag>${escapeXml(etag)}</ETag>`;
  return xml(200, `<CompleteMultipartUploadResult>${content}</CompleteMultipartUploadResult>`);
}

/**
 * Enforces the guard even for callers with full read rights; a missing object is reported first, as for callers who may
 * list.
 */
function readable(store: ObjectStore, bucket: string, key: string, guarded: Guarded | undefined): StoredObject {
  const stored = store.get(bucket, key);
  const isGuarded = guarded?.bucket === bucket && key.startsWith(guarded.prefix);
  if (isGuarded && stored.tags?.[scanTag] !== scannedClean) throw new S3Error(403, 'AccessDenied', 'Access Denied');
  return stored;
}

function copyObject(store: ObjectStore, { bucket, key, headers }: S3Request, guarded?: Guarded): S3Answer {
  const source = decodeURIComponent(String(headers['x-amz-copy-source'])).replace(/^\//, '');
  const slash = source.indexOf('/');
  const [fromBucket, fromKey] = [source.slice(0, slash), source.slice(slash + 1)];
  const original = readable(store, fromBucket, fromKey, guarded);
  const wanted = headers['x-amz-copy-source-if-match'];
  if (wanted !== undefined && wanted !== original.etag) throw preconditionFailed();
  const replace = headers['x-amz-metadata-directive'] === 'REPLACE';
  const copy = store.put(
    bucket,
    key,
    store.bytesOf(fromBucket, original),
    replace ? storedHeaders(headers) : original.headers,
  );
  const result = `<ETag>${escapeXml(copy.etag)}</ETag><LastModified>${copy.modifiedAt}</LastModified>`;
  return xml(200, `<CopyObjectResult>${result}</CopyObjectResult>`);
}

function getObject(store: ObjectStore, { bucket, key, query, headers }: S3Request, guarded?: Guarded): S3Answer {
  const stored = readable(store, bucket, key, guarded);
  if (headers['if-match'] !== undefined && headers['if-match'] !== stored.etag) throw preconditionFailed();
  const answered: OutgoingHttpHeaders = {
    ...stored.headers,
    etag: stored.etag,
    'last-modified': new Date(stored.modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
  };
  for (const name of OVERRIDES) {
    const value = query.get(`response-${name}`);
    if (value !== null) answered[name] = value;
  }
  const range = rangeOf(headers.range, stored);
  if (range) answered['content-range'] = `bytes ${range.from}-${range.to}/${stored.size}`;
  answered['content-length'] = range ? range.to - range.from + 1 : stored.size;
  const status = range ? 206 : 200;
  if (stored.size === 0) return { status, headers: answered };
  const part = range && { start: range.from, end: range.to };
  return { status, headers: answered, body: createReadStream(store.fileOf(bucket, stored), part) };
}

/** Returns one byte range, both ends inclusive; like S3, ignores invalid headers. */
function rangeOf(header: string | undefined, { size }: StoredObject): { from: number; to: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (from >= size || to < from) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable');
  return { from, to };
}

function deleteObject(store: ObjectStore, bucket: string, key: string): S3Answer {
  store.delete(bucket, key);
  return { status: 204 };
}

function preconditionFailed(): S3Error {
  return new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
}
