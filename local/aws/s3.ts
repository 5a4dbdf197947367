import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { BodyTooLarge, listen, type Running, readBody } from './http-listener.ts';
import { checkBody } from './s3-checksums.ts';
import { S3Fault } from './s3-fault.ts';
import { ObjectStore } from './s3-object-store.ts';
import { escapeXml, keptHeaders, runOperation, type S3Answer, xml } from './s3-operations.ts';
import { readPostedFile } from './s3-post-policy.ts';
import { type Credentials, splitTarget, verifySignature } from './s3-signature.ts';

const BODY_LIMIT_BYTES = 110 * 1024 * 1024;

/**
 * S3 by path-style addresses, with the checks that the product relies on: SigV4 in header and query, expiry, POST
 * policies, checksums, CORS for `corsOrigins`. Multipart uploads, versions and access lists are not implemented.
 */
export function startS3(
  options: { port: number; dataDir: string; buckets: string[]; corsOrigins: string[] } & Credentials,
): Promise<Running> {
  const store = new ObjectStore(join(options.dataDir, 's3'));
  for (const bucket of options.buckets) store.createBucket(bucket);
  const server = createServer((request, response) => {
    void respond(request, response, options.corsOrigins, () => answer(request, store, options));
  });
  return listen(server, options.port);
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
    // A metadata or override value that cannot be a header.
    response.writeHead(400, { 'content-type': 'application/xml' });
    result = xml(400, '<Error><Code>InvalidArgument</Code><Message>A header value is not valid</Message></Error>');
  }
  response.end(request.method === 'HEAD' ? undefined : result.body);
}

async function answer(request: IncomingMessage, store: ObjectStore, credentials: Credentials): Promise<S3Answer> {
  const { method = 'GET', url = '/', headers } = request;
  const { path, query } = splitTarget(url);
  const slash = path.indexOf('/', 1);
  const bucket = slash === -1 ? path.slice(1) : path.slice(1, slash);
  const key = slash === -1 ? '' : decodeKey(path.slice(slash + 1));
  const contentType = headers['content-type'] ?? '';
  if (method === 'POST' && key === '' && contentType.startsWith('multipart/form-data')) {
    return postObject(store, bucket, contentType, await readBody(request, BODY_LIMIT_BYTES), credentials);
  }
  const payload = verifySignature({ method, target: url, headers }, credentials);
  const body = checkBody(await readBody(request, BODY_LIMIT_BYTES), payload, headers);
  return runOperation(store, { method, bucket, key, query, headers, body });
}

async function postObject(
  store: ObjectStore,
  bucket: string,
  contentType: string,
  body: Buffer,
  credentials: Credentials,
): Promise<S3Answer> {
  const { key, bytes, fields } = await readPostedFile(bucket, contentType, body, credentials);
  const { etag } = store.put(bucket, key, bytes, { headers: keptHeaders(fields), checksums: {} });
  const location = `/${bucket}/${encodeURIComponent(key)}`;
  const wanted = fields.get('success_action_status');
  if (wanted !== '200' && wanted !== '201') return { status: 204, headers: { etag, location } };
  const content = `<Location>${location}</Location><Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key>`;
  const posted = `<PostResponse>${content}<ETag>${escapeXml(etag)}</ETag></PostResponse>`;
  return wanted === '200' ? { status: 200, headers: { etag, location } } : xml(201, posted, { etag, location });
}

/** Sets the headers for an origin that is allowed; answers a preflight, undefined for any other request. */
function applyCors(request: IncomingMessage, response: ServerResponse, allowed: string[]): S3Answer | undefined {
  const { origin } = request.headers;
  const ok = origin !== undefined && allowed.includes(origin);
  response.setHeader('vary', 'Origin');
  if (ok) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', 'ETag');
  }
  if (request.method !== 'OPTIONS') return undefined;
  if (!ok) throw new S3Fault(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, HEAD, PUT, POST',
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

function faultOf(error: unknown): S3Fault {
  if (error instanceof S3Fault) return error;
  if (error instanceof BodyTooLarge) return new S3Fault(400, 'EntityTooLarge', error.message);
  return new S3Fault(500, 'InternalError', 'We encountered an internal error. Please try again.');
}

function decodeKey(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new S3Fault(400, 'InvalidURI', 'The path is not valid');
  }
}
