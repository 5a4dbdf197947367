import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { BodyTooLargeError, listen, type Running, readBody } from '#local/aws/http-listener.ts';
import { ObjectStore, S3Error, type StoredObject } from './s3-object-store.ts';
import {
  escapeXml,
  type Guarded,
  MultipartUploads,
  runOperation,
  type S3Answer,
  storedHeaders,
  xml,
} from './s3-operations.ts';
import {
  type Credentials,
  type PayloadHash,
  splitTarget,
  verifyPolicySignature,
  verifySignature,
} from './s3-signature.ts';

const Condition = z.union([
  z.tuple([z.literal('content-length-range'), z.number(), z.number()]),
  z.record(z.string(), z.string()),
]);
const Policy = z.object({ expiration: z.iso.datetime(), conditions: z.array(Condition) });

interface PostedFile {
  key: string;
  bytes: Buffer;
  fields: Map<string, string>;
}

// Fields of the signature itself, which the policy need not cover.
const NEED_NO_CONDITION = new Set(['policy', 'x-amz-signature', 'file']);

/** Reads a browser's upload form: its policy must be signed, unexpired, and cover every field. */
async function readPostedFile(
  bucket: string,
  contentType: string,
  body: Buffer,
  credentials: Credentials,
): Promise<PostedFile> {
  const { fields, file } = await readForm(contentType, body);
  const field = (name: string): string => {
    const value = fields.get(name);
    if (!value) throw new S3Error(403, 'AccessDenied', `The form has no field ${name}`);
    return value;
  };
  verifyPolicySignature(
    {
      policy: field('policy'),
      credential: field('x-amz-credential'),
      signature: field('x-amz-signature'),
      stamp: field('x-amz-date'),
      algorithm: field('x-amz-algorithm'),
    },
    credentials,
  );
  const policy = parsePolicy(field('policy'));
  if (Date.parse(policy.expiration) <= Date.now()) throw failed('Policy expired.');
  const bytes = Buffer.from(await file.arrayBuffer());
  const key = field('key');
  checkConditions(policy.conditions, new Map([...fields, ['bucket', bucket]]), bytes.length);
  return { key, bytes, fields };
}

async function readForm(contentType: string, body: Buffer): Promise<{ fields: Map<string, string>; file: File }> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new S3Error(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed form data.');
  }
  const file = form.get('file');
  if (!(file instanceof File)) throw new S3Error(400, 'InvalidArgument', 'POST requires exactly one file upload.');
  const fields = new Map<string, string>();
  for (const [name, value] of form) if (typeof value === 'string') fields.set(name.toLowerCase(), value);
  return { fields, file };
}

function parsePolicy(encoded: string): z.output<typeof Policy> {
  try {
    return Policy.parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')));
  } catch {
    throw new S3Error(400, 'InvalidPolicyDocument', 'The content of the form does not meet the policy document.');
  }
}

function checkConditions(conditions: z.output<typeof Condition>[], values: Map<string, string>, size: number): void {
  const covered = new Set<string>();
  for (const condition of conditions) {
    if (Array.isArray(condition)) checkSize(size, condition[1], condition[2]);
    else
      for (const [name, expected] of Object.entries(condition)) {
        covered.add(name.toLowerCase());
        if (values.get(name.toLowerCase()) !== expected)
          throw failed(`Policy Condition failed: ["eq", "$${name}", "${expected}"]`);
      }
  }
  const extra = [...values.keys()].filter((name) => !covered.has(name) && !NEED_NO_CONDITION.has(name));
  if (extra.length > 0) throw failed(`Extra input fields: ${extra.join(', ')}`);
}

function checkSize(size: number, least: number, most: number): void {
  if (size < least) {
    throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  }
  if (size > most) throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
}

function failed(reason: string): S3Error {
  return new S3Error(403, 'AccessDenied', `Invalid according to Policy: ${reason}`);
}

export interface RunningS3 extends Running {
  onCreated(listener: (bucket: string, key: string) => void): void;
  objects(bucket: string): StoredObject[];
  open(bucket: string, key: string): { etag: string; content: Readable } | undefined;
  tag: ObjectStore['tag'];
}

/** Sessions of one organization, which do not reach keys of another. */
type SessionOf = (accessKeyId: string) => { organization: string; secretAccessKey: string } | undefined;

interface Given extends Credentials {
  store: ObjectStore;
  uploads: MultipartUploads;
  guarded?: Guarded | undefined;
  sessionOf?: SessionOf | undefined;
  listeners: readonly ((bucket: string, key: string) => void)[];
}

const BODY_LIMIT_BYTES = 110 * 1024 * 1024;

/**
 * S3 with path-style addresses and the checks the product relies on: SigV4 in header and query, expiry, POST policies,
 * body SHA-256, multipart uploads, CORS for `corsOrigins`. It supports only the product's calls.
 */
export async function startS3(
  options: {
    port: number;
    dataDir: string;
    buckets: string[];
    corsOrigins: string[];
    guarded?: Guarded;
    sessionOf?: SessionOf;
  } & Credentials,
): Promise<RunningS3> {
  const store = new ObjectStore(join(options.dataDir, 's3'));
  for (const bucket of options.buckets) store.createBucket(bucket);
  const listeners: ((bucket: string, key: string) => void)[] = [];
  const given = { ...options, store, uploads: new MultipartUploads(store), listeners };
  const listener: RequestListener = (request, response) => {
    void respond(request, response, options.corsOrigins, () => answer(request, given));
  };
  return {
    ...(await listen(listener, options.port)),
    onCreated: (listener) => void listeners.push(listener),
    objects: (bucket) => store.list(bucket),
    open(bucket, key) {
      const stored = store.find(bucket, key);
      if (!stored) return undefined;
      const content = createReadStream(store.fileOf(bucket, stored));
      // The reader gets the error; a file deleted during the read must not end the product.
      content.on('error', () => undefined);
      return { etag: stored.etag, content };
    },
    tag: (...tagged) => store.tag(...tagged),
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  corsOrigins: string[],
  run: () => Promise<S3Answer>,
): Promise<void> {
  const requestId = randomUUID();
  response.setHeader('x-amz-request-id', requestId);
  let result: S3Answer;
  try {
    const preflight = applyCors(request, response, corsOrigins);
    result = preflight ?? (await run());
  } catch (error) {
    result = faultAnswer(error, requestId, request.url ?? '/');
  }
  try {
    response.writeHead(result.status, result.headers);
  } catch {
    // A metadata or override value that is no valid header.
    response.writeHead(400, { 'content-type': 'application/xml' });
    result = xml(400, '<Error><Code>InvalidArgument</Code><Message>A header value is not valid</Message></Error>');
  }
  const { body } = result;
  if (typeof body === 'object') await pipeline(body, response).catch(() => response.destroy());
  else response.end(body);
}

async function answer(request: IncomingMessage, given: Given): Promise<S3Answer> {
  const { method = 'GET', url = '/', headers } = request;
  const { path, query } = splitTarget(url);
  const slash = path.indexOf('/', 1);
  const bucket = slash === -1 ? path.slice(1) : path.slice(1, slash);
  const key = slash === -1 ? '' : decodeKey(path.slice(slash + 1));
  const contentType = headers['content-type'] ?? '';
  if (method === 'POST' && key === '' && contentType.startsWith('multipart/form-data')) {
    return postObject(given, bucket, contentType, await readBody(request, BODY_LIMIT_BYTES));
  }
  const claimed = /Credential=([^/%\s]+)/.exec(headers.authorization ?? url)?.[1] ?? '';
  const session = given.sessionOf?.(claimed);
  if (session && !key.split('/').includes(session.organization))
    throw new S3Error(403, 'AccessDenied', 'Access Denied');
  const signer = session ? { accessKeyId: claimed, secretAccessKey: session.secretAccessKey } : given;
  const payload = verifySignature({ method, target: url, headers }, signer);
  const body = await readBody(request, BODY_LIMIT_BYTES);
  assertBody(body, payload, headers);
  const answered = await runOperation(given, { method, bucket, key, query, headers, body });
  if (method === 'PUT' && !query.has('uploadId')) for (const created of given.listeners) created(bucket, key);
  return answered;
}

async function postObject(given: Given, bucket: string, contentType: string, body: Buffer): Promise<S3Answer> {
  const { store, listeners } = given;
  const { key, bytes, fields } = await readPostedFile(bucket, contentType, body, given);
  const { etag } = store.put(bucket, key, bytes, storedHeaders(fields));
  for (const created of listeners) created(bucket, key);
  return { status: 204, headers: { etag, location: `/${bucket}/${encodeURIComponent(key)}` } };
}

/** Checks a body against the signed SHA-256, and the checksum that Object Lock requires. */
function assertBody(body: Buffer, payload: PayloadHash, headers: IncomingHttpHeaders): void {
  const sum = createHash('sha256').update(body).digest();
  if (payload !== 'UNSIGNED-PAYLOAD' && sum.toString('hex') !== payload)
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The body does not have the SHA-256 that was signed');
  const checksum = headers['x-amz-checksum-sha256'];
  if (checksum !== undefined && sum.toString('base64') !== checksum)
    throw new S3Error(400, 'BadDigest', 'The x-amz-checksum-sha256 you specified did not match the body');
}

/** Sets CORS headers for an allowed origin; responds to a preflight, undefined for other requests. */
function applyCors(request: IncomingMessage, response: ServerResponse, allowed: string[]): S3Answer | undefined {
  const { origin } = request.headers;
  const ok = origin !== undefined && allowed.includes(origin);
  response.setHeader('vary', 'Origin');
  if (ok) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', 'ETag');
  }
  if (request.method !== 'OPTIONS') return undefined;
  if (!ok) throw new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
      'access-control-max-age': '3000',
    },
  };
}

function faultAnswer(error: unknown, requestId: string, resource: string): S3Answer {
  const fault = faultOf(error);
  if (fault.status >= 500 && fault.code === 'InternalError') {
    process.stderr.write(`S3 ${requestId}: ${error instanceof Error ? error.stack : String(error)}\n`);
  }
  const path = escapeXml(resource.split('?')[0] ?? '/');
  return xml(
    fault.status,
    `<Error><Code>${fault.code}</Code><Message>${escapeXml(fault.message)}</Message>` +
      `<Resource>${path}</Resource><RequestId>${requestId}</RequestId></Error>`,
  );
}

function faultOf(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (error instanceof BodyTooLargeError) return new S3Error(400, 'EntityTooLarge', error.message);
  return new S3Error(500, 'InternalError', 'We encountered an internal error. Please try again.');
}

function decodeKey(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new S3Error(400, 'InvalidURI', 'The path is not valid');
  }
}
