import { createHmac, timingSafeEqual } from 'node:crypto';

/** Checks the base64 HMAC-SHA256 of the raw bytes. It has no time, but a repeated notification does no harm. */
export const isSigned = (header: string | undefined, bytes: Uint8Array, verifier: string): boolean => {
  const wanted = createHmac('sha256', verifier).update(bytes).digest();
  const given = Buffer.from(header ?? '', 'base64');
  return given.length === wanted.length && timingSafeEqual(wanted, given);
};
