import { createReadStream } from 'node:fs';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { scannedClean, scanTag } from '#domain/operations/document-places.ts';
import type { CheckedBody } from './s3-checksums.ts';
import { S3Fault } from './s3-fault.ts';
import type { MultipartUploads } from './s3-multipart.ts';
import type { ObjectStore, StoredObject } from './s3-object-store.ts';

interface S3Request {
  method: string;
  bucket: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: CheckedBody;
}

export interface S3Answer {
  status: number;
  headers?: OutgoingHttpHeaders;
  body?: string | Readable;
}

/** A bucket's own policy: what lies under the prefix is read by nobody before its scan has tagged it clean. */
export interface Guarded {
  bucket: string;
  prefix: string;
}

interface Context {
  store: ObjectStore;
  uploads: MultipartUploads;
  guarded?: Guarded | undefined;
}

const KEPT_HEADERS = ['content-type', 'content-disposition', 'content-language', 'cache-control', 'expires'];
const OVERRIDES = [...KEPT_HEADERS, 'content-encoding'];

/** Runs an S3 call whose signature has been checked. */
export async function runOperation(context: Context, request: S3Request): Promise<S3Answer> {
  const { store, guarded } = context;
  const { method, bucket, key, query } = request;
  if (bucket === '') {
    if (method === 'GET') return listBuckets(store);
  } else if (key === '') {
    if (method === 'PUT') return createBucket(store, bucket);
    if (method === 'HEAD') return headBucket(store, bucket);
    if (method === 'GET' && query.get('list-type') === '2') return listObjects(store, bucket, query);
    if (method === 'POST' && query.has('delete')) return deleteObjects(store, request);
  } else if (query.has('uploads') || query.has('uploadId')) {
    return inParts(context.uploads, request);
  } else if (!['acl', 'tagging', 'versionId'].some((name) => query.has(name))) {
    if (method === 'PUT')
      return request.headers['x-amz-copy-source'] ? copyObject(store, request, guarded) : put(store, request);
    if (method === 'GET' || method === 'HEAD') return getObject(store, request, guarded);
    if (method === 'DELETE') return deleteObject(store, bucket, key);
  }
  throw new S3Fault(501, 'NotImplemented', `${method} with these parameters is not implemented here`);
}

/** What S3 keeps of an upload's headers or form fields and answers with the object. */
export function keptHeaders(given: Iterable<[string, string | string[] | undefined]>): Record<string, string> {
  const kept: Record<string, string> = { 'content-type': 'application/octet-stream' };
  for (const [name, value] of given) {
    if (value === undefined) continue;
    if (KEPT_HEADERS.includes(name) || name.startsWith('x-amz-meta-')) kept[name] = String(value);
    if (name.startsWith('x-amz-server-side-encryption')) kept[name] = String(value);
    // `aws-chunked` speaks of the transport, not of the object.
    const encoding = name === 'content-encoding' ? String(value).replace(/aws-chunked,?\s*/, '') : '';
    if (encoding) kept[name] = encoding;
  }
  return kept;
}

export function xml(status: number, content: string, headers?: OutgoingHttpHeaders): S3Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${content}`;
  return { status, headers: { ...headers, 'content-type': 'application/xml' }, body };
}

export function escapeXml(text: string): string {
  return text.replace(/[<>&"\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function unescapeXml(text: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(lt|gt|amp|quot|apos));/gi, (_, decimal, hex, name: string) => {
    if (name) return named[name.toLowerCase()] ?? '';
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

function listBuckets(store: ObjectStore): S3Answer {
  const buckets = store.bucketNames().map((name) => `<Bucket><Name>${name}</Name></Bucket>`);
  return xml(200, `<ListAllMyBucketsResult><Buckets>${buckets.join('')}</Buckets></ListAllMyBucketsResult>`);
}

function createBucket(store: ObjectStore, bucket: string): S3Answer {
  if (store.hasBucket(bucket)) {
    throw new S3Fault(409, 'BucketAlreadyOwnedByYou', 'Your previous request to create the named bucket succeeded.');
  }
  store.createBucket(bucket);
  return { status: 200, headers: { location: `/${bucket}` } };
}

function headBucket(store: ObjectStore, bucket: string): S3Answer {
  return { status: store.hasBucket(bucket) ? 200 : 404, headers: { 'x-amz-bucket-region': 'us-east-1' } };
}

function listObjects(store: ObjectStore, bucket: string, query: URLSearchParams): S3Answer {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const maxKeys = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const token = query.get('continuation-token');
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString('utf8');
  const shown = (text: string) => (query.get('encoding-type') === 'url' ? encodeURIComponent(text) : escapeXml(text));

  const entries = new Map<string, string>();
  let last = '';
  let truncated = false;
  for (const stored of store.list(bucket)) {
    const { key } = stored;
    if (!key.startsWith(prefix)) continue;
    const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    const name = cut === -1 ? key : key.slice(0, cut + delimiter.length);
    if (entries.has(name) || Buffer.compare(Buffer.from(name), Buffer.from(after)) <= 0) continue;
    if (entries.size >= maxKeys) {
      truncated = true;
      break;
    }
    entries.set(
      name,
      cut === -1
        ? `<Contents><Key>${shown(key)}</Key><LastModified>${stored.modifiedAt}</LastModified>` +
            `<ETag>${escapeXml(stored.etag)}</ETag><Size>${stored.size}</Size><StorageClass>STANDARD</StorageClass></Contents>`
        : `<CommonPrefixes><Prefix>${shown(name)}</Prefix></CommonPrefixes>`,
    );
    last = name;
  }
  const next = truncated
    ? `<NextContinuationToken>${Buffer.from(last).toString('base64url')}</NextContinuationToken>`
    : '';
  return xml(
    200,
    `<ListBucketResult><Name>${bucket}</Name><Prefix>${shown(prefix)}</Prefix><KeyCount>${entries.size}</KeyCount>` +
      `<MaxKeys>${maxKeys}</MaxKeys><IsTruncated>${truncated}</IsTruncated>${next}` +
      `${[...entries.values()].join('')}</ListBucketResult>`,
  );
}

function deleteObjects(store: ObjectStore, { bucket, body }: S3Request): S3Answer {
  const document = body.bytes.toString('utf8');
  const keys = [...document.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => unescapeXml(key));
  if (keys.length === 0 || keys.length > 1000) {
    throw new S3Fault(400, 'MalformedXML', 'The XML you provided was not well-formed');
  }
  for (const key of keys) store.delete(bucket, key);
  const quiet = /<Quiet>\s*true\s*<\/Quiet>/.test(document);
  const deleted = quiet ? [] : keys.map((key) => `<Deleted><Key>${escapeXml(key)}</Key></Deleted>`);
  return xml(200, `<DeleteResult>${deleted.join('')}</DeleteResult>`);
}

function put(store: ObjectStore, { bucket, key, headers, body }: S3Request): S3Answer {
  if (headers['if-none-match'] === '*' && store.find(bucket, key)) throw preconditionFailed();
  const stored = store.put(bucket, key, body.bytes, {
    headers: keptHeaders(Object.entries(headers)),
    checksums: body.checksums,
  });
  return { status: 200, headers: { etag: stored.etag, ...stored.checksums } };
}

async function inParts(
  uploads: MultipartUploads,
  { method, bucket, key, query, headers, body }: S3Request,
): Promise<S3Answer> {
  const id = query.get('uploadId') ?? '';
  if (method === 'POST' && query.has('uploads')) {
    const begun = uploads.begin(bucket, key, keptHeaders(Object.entries(headers)));
    const content = `<Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key><UploadId>${begun}</UploadId>`;
    return xml(200, `<InitiateMultipartUploadResult>${content}</InitiateMultipartUploadResult>`);
  }
  if (method === 'PUT')
    return { status: 200, headers: { etag: uploads.part(bucket, id, Number(query.get('partNumber')), body.bytes) } };
  if (method === 'DELETE') {
    uploads.abort(bucket, id);
    return { status: 204 };
  }
  if (method !== 'POST') throw new S3Fault(501, 'NotImplemented', `${method} of an upload is not implemented here`);
  const numbers = [...body.bytes.toString('utf8').matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, n]) =>
    Number(n),
  );
  const { etag } = await uploads.complete(bucket, id, numbers);
  const content = `<Key>${escapeXml(key)}</Key><ETag>${escapeXml(etag)}</ETag>`;
  return xml(200, `<CompleteMultipartUploadResult>${content}</CompleteMultipartUploadResult>`);
}

/** What is refused even to who may read everything else; what is not there is told first, as it is to who may list. */
function readable(store: ObjectStore, bucket: string, key: string, guarded: Guarded | undefined): StoredObject {
  const stored = store.get(bucket, key);
  const kept = guarded?.bucket === bucket && key.startsWith(guarded.prefix);
  if (kept && stored.tags?.[scanTag] !== scannedClean) throw new S3Fault(403, 'AccessDenied', 'Access Denied');
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
  const copy = store.put(bucket, key, store.bytesOf(fromBucket, original), {
    headers: replace ? keptHeaders(Object.entries(headers)) : original.headers,
    checksums: original.checksums,
  });
  const result = `<ETag>${escapeXml(copy.etag)}</ETag><LastModified>${copy.modifiedAt}</LastModified>`;
  return xml(200, `<CopyObjectResult>${result}</CopyObjectResult>`);
}

function getObject(
  store: ObjectStore,
  { method, bucket, key, query, headers }: S3Request,
  guarded?: Guarded,
): S3Answer {
  const stored = readable(store, bucket, key, guarded);
  if (headers['if-match'] !== undefined && headers['if-match'] !== stored.etag) throw preconditionFailed();
  const answered: OutgoingHttpHeaders = {
    ...stored.headers,
    etag: stored.etag,
    'last-modified': new Date(stored.modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
  };
  if (headers['if-none-match'] === stored.etag) return { status: 304, headers: answered };
  for (const name of OVERRIDES) {
    const value = query.get(`response-${name}`);
    if (value !== null) answered[name] = value;
  }
  const range = rangeOf(headers.range, stored);
  if (range) answered['content-range'] = `bytes ${range.from}-${range.to}/${stored.size}`;
  else if (String(headers['x-amz-checksum-mode']).toUpperCase() === 'ENABLED')
    Object.assign(answered, stored.checksums);
  answered['content-length'] = range ? range.to - range.from + 1 : stored.size;
  const status = range ? 206 : 200;
  if (method === 'HEAD') return { status, headers: answered };
  if (stored.size === 0) return { status, headers: answered };
  const part = range && { start: range.from, end: range.to };
  return { status, headers: answered, body: createReadStream(store.fileOf(bucket, stored), part) };
}

/** One range of bytes, both ends inclusive; what S3 does not understand it ignores. */
function rangeOf(header: string | undefined, { size }: StoredObject): { from: number; to: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (from >= size || to < from) throw new S3Fault(416, 'InvalidRange', 'The requested range is not satisfiable');
  return { from, to };
}

function deleteObject(store: ObjectStore, bucket: string, key: string): S3Answer {
  store.delete(bucket, key);
  return { status: 204 };
}

function preconditionFailed(): S3Fault {
  return new S3Fault(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
}
