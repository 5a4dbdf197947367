import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { S3Fault } from './s3-fault.ts';
import type { PayloadHash } from './s3-signature.ts';

/** By the header that carries it; the value is base64 of the big-endian sum. */
const CHECKSUMS: Record<string, (bytes: Buffer) => Buffer> = {
  'x-amz-checksum-crc32': (bytes) => bigEndian(crc32(bytes)),
  'x-amz-checksum-crc32c': (bytes) => bigEndian(crc32c(bytes)),
  'x-amz-checksum-sha1': (bytes) => createHash('sha1').update(bytes).digest(),
  'x-amz-checksum-sha256': (bytes) => createHash('sha256').update(bytes).digest(),
};

export interface CheckedBody {
  bytes: Buffer;
  /** The checksum headers that the sender gave, found right: kept with the object and answered on request. */
  checksums: Record<string, string>;
}

/**
 * Unwraps a body that came in signed-length chunks with trailers, and holds it against everything its sender said of
 * it: the signed hash, Content-MD5 and the `x-amz-checksum-*` headers or trailers.
 */
export function checkBody(body: Buffer, payload: PayloadHash, headers: IncomingHttpHeaders): CheckedBody {
  const { bytes, trailers } = unwrap(body, payload);
  if (/^[0-9a-f]{64}$/.test(payload) && createHash('sha256').update(bytes).digest('hex') !== payload) {
    throw new S3Fault(400, 'XAmzContentSHA256Mismatch', 'The body does not have the SHA-256 that was signed');
  }
  const length = headers['x-amz-decoded-content-length'];
  if (length !== undefined && Number(length) !== bytes.length) {
    throw new S3Fault(400, 'IncompleteBody', 'The body does not have the length that was announced');
  }
  const md5 = headers['content-md5'];
  if (md5 !== undefined && createHash('md5').update(bytes).digest('base64') !== md5) throw badDigest('Content-MD5');
  return { bytes, checksums: checkedSums(bytes, { ...headers, ...trailers }) };
}

function checkedSums(bytes: Buffer, given: IncomingHttpHeaders): Record<string, string> {
  const sums: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!isChecksum(name) || typeof value !== 'string') continue;
    const sum = CHECKSUMS[name];
    if (!sum) throw new S3Fault(501, 'NotImplemented', `${name} is not computed here`);
    if (sum(bytes).toString('base64') !== value) throw badDigest(name);
    sums[name] = value;
  }
  return sums;
}

function isChecksum(name: string): boolean {
  return name.startsWith('x-amz-checksum-') && name !== 'x-amz-checksum-algorithm' && name !== 'x-amz-checksum-mode';
}

function unwrap(body: Buffer, payload: PayloadHash): { bytes: Buffer; trailers: Record<string, string> } {
  if (!payload.startsWith('STREAMING-')) return { bytes: body, trailers: {} };
  if (payload !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') {
    throw new S3Fault(501, 'NotImplemented', `${payload} is not understood here`);
  }
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = body.indexOf('\r\n', at);
    const size = /^[0-9a-f]+/i.exec(body.toString('latin1', at, lineEnd))?.[0];
    if (lineEnd === -1 || size === undefined) throw new S3Fault(400, 'IncompleteBody', 'The chunks are not complete');
    at = lineEnd + 2;
    const length = Number.parseInt(size, 16);
    if (length === 0) return { bytes: Buffer.concat(parts), trailers: trailersOf(body.toString('latin1', at)) };
    if (at + length > body.length) throw new S3Fault(400, 'IncompleteBody', 'The chunks are not complete');
    parts.push(body.subarray(at, at + length));
    at += length + 2;
  }
}

function trailersOf(text: string): Record<string, string> {
  const lines = text.split('\r\n').filter((line) => line.includes(':'));
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

function bigEndian(sum: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(sum);
  return bytes;
}

const CRC32C_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let sum = index;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0x82f63b78 : sum >>> 1;
  return sum;
});

function crc32c(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (CRC32C_TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

function badDigest(name: string): S3Fault {
  return new S3Fault(400, 'BadDigest', `The ${name} you specified did not match the body`);
}
