import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './s3-object-store.ts';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

interface SignedRequest {
  method: string;
  target: string;
  headers: IncomingHttpHeaders;
}

export type PayloadHash = string;

interface Claim {
  credential: string;
  signedHeaders: string[];
  signature: string;
  stamp: string;
  payload: PayloadHash;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const REGION = 'us-east-1';
const CLOCK_SKEW_MS = 15 * 60 * 1000;
const LONGEST_PRESIGN_SECONDS = 7 * 24 * 3600;

/**
 * Verifies a request's SigV4 signature, in the header or presigned in the query. Throws S3's own errors: missing,
 * expired or invalid. Header names are lower case, and every `x-amz-*` header must be signed, as in S3.
 */
export function verifySignature(request: SignedRequest, credentials: Credentials): PayloadHash {
  const { path, query: parameters } = splitTarget(request.target);
  const presigned = parameters.has('X-Amz-Signature');
  const claim = presigned ? claimOfQuery(parameters) : claimOfHeader(request.headers);
  const scope = checkCredential(claim.credential, claim.stamp, credentials);
  assertSigned(claim.signedHeaders, request.headers);
  parameters.delete('X-Amz-Signature');
  const canonical = [
    request.method,
    canonicalPath(path),
    canonicalQuery(parameters),
    ...claim.signedHeaders.map((name) => `${name}:${headerText(request.headers[name])}`),
    '',
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n');
  const toSign = [ALGORITHM, claim.stamp, scope.join('/'), sha256(canonical)].join('\n');
  assertSameSignature(sign(toSign, scope, credentials), claim.signature);
  return claim.payload;
}

/** Returns a request target's raw path and query. Not by `URL`, which would resolve `..` within a key. */
export function splitTarget(target: string): { path: string; query: URLSearchParams } {
  const mark = target.indexOf('?');
  if (mark === -1) return { path: target, query: new URLSearchParams() };
  return { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) };
}

/** Verifies the signature of a browser's POST form, which covers only the policy. */
export function verifyPolicySignature(
  form: { policy: string; credential: string; signature: string; stamp: string; algorithm: string },
  credentials: Credentials,
): void {
  if (form.algorithm !== ALGORITHM) throw new S3Error(400, 'InvalidArgument', `X-Amz-Algorithm must be ${ALGORITHM}`);
  const scope = checkCredential(form.credential, form.stamp, credentials);
  assertSameSignature(sign(form.policy, scope, credentials), form.signature);
}

function claimOfQuery(query: URLSearchParams): Claim {
  const get = (name: string) => query.get(name) ?? '';
  const stamp = get('X-Amz-Date');
  const seconds = Number(get('X-Amz-Expires'));
  if (get('X-Amz-Algorithm') !== ALGORITHM || !(seconds >= 1 && seconds <= LONGEST_PRESIGN_SECONDS)) {
    throw new S3Error(400, 'AuthorizationQueryParametersError', 'The query parameters of the signature are not valid');
  }
  const signedAt = instantOf(stamp);
  if (Date.now() > signedAt + seconds * 1000) throw accessDenied('Request has expired');
  if (signedAt > Date.now() + CLOCK_SKEW_MS) throw accessDenied('Request is not yet valid');
  return {
    credential: get('X-Amz-Credential'),
    signedHeaders: get('X-Amz-SignedHeaders').split(';'),
    signature: get('X-Amz-Signature'),
    stamp,
    payload: query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
  };
}

function claimOfHeader(headers: IncomingHttpHeaders): Claim {
  if (!headers.authorization) throw accessDenied('Access Denied');
  const form = /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]+)$/;
  const [, credential, signedHeaders, signature] = form.exec(headers.authorization) ?? [];
  const payload = headers['x-amz-content-sha256'];
  if (!credential || !signedHeaders || !signature || typeof payload !== 'string') {
    throw new S3Error(400, 'AuthorizationHeaderMalformed', 'The authorization header that you provided is not valid');
  }
  const stamp = String(headers['x-amz-date']);
  if (Math.abs(Date.now() - instantOf(stamp)) > CLOCK_SKEW_MS) {
    throw new S3Error(403, 'RequestTimeTooSkewed', 'The difference between the request time and the time is too large');
  }
  return { credential, signedHeaders: signedHeaders.split(';'), signature, stamp, payload };
}

function checkCredential(credential: string, stamp: string, { accessKeyId }: Credentials): string[] {
  const [key, ...scope] = credential.split('/');
  if (key !== accessKeyId) {
    throw new S3Error(403, 'InvalidAccessKeyId', 'The access key id you provided does not exist in our records');
  }
  const [date, region, service, end] = scope;
  if (
    scope.length !== 4 ||
    date !== stamp.slice(0, 8) ||
    region !== REGION ||
    service !== 's3' ||
    end !== 'aws4_request'
  ) {
    throw new S3Error(400, 'AuthorizationHeaderMalformed', 'The credential scope does not fit the request');
  }
  return scope;
}

function assertSigned(signedHeaders: string[], headers: IncomingHttpHeaders): void {
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signedHeaders.includes(name));
  if (unsigned.length > 0 || !signedHeaders.includes('host')) {
    throw accessDenied(`There were headers present in the request which were not signed: ${unsigned.join(', ')}`);
  }
}

function sign(text: string, scope: string[], { secretAccessKey }: Credentials): string {
  const key = scope.reduce<Buffer | string>((parent, part) => hmac(parent, part), `AWS4${secretAccessKey}`);
  return hmac(key, text).toString('hex');
}

function assertSameSignature(expected: string, given: string): void {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  if (a.length !== b.length || !timingSafeEqual(a, b)) {
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The request signature does not match the signature you provided');
  }
}

function instantOf(stamp: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp) ?? [];
  const instant = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(instant)) throw accessDenied('AWS authentication requires a valid Date or x-amz-date header');
  return instant;
}

function canonicalPath(path: string): string {
  return path.split('/').map(decodeSegment).map(encode).join('/');
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error(400, 'InvalidURI', 'The path is not valid');
  }
}

function canonicalQuery(parameters: URLSearchParams): string {
  const pairs = [...parameters].map(([name, value]) => [encode(name), encode(value)] as const);
  pairs.sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)));
  return pairs.map(([name, value]) => `${name}=${value}`).join('&');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function headerText(value: string | string[] | undefined): string {
  return String(value ?? '')
    .trim()
    .replace(/ +/g, ' ');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function accessDenied(message: string): S3Error {
  return new S3Error(403, 'AccessDenied', message);
}
