import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether QuickBooks signed these very bytes: base64 of an HMAC-SHA256 under the app's verifier token. Anything else, also
 * a header that cannot be read, is a no. The signature holds no time: an announcement that is repeated by somebody else
 * says nothing that was not said before.
 */
export const isSigned = (header: string | undefined, bytes: Uint8Array, verifier: string): boolean => {
  const wanted = createHmac('sha256', verifier).update(bytes).digest();
  const given = Buffer.from(header ?? '', 'base64');
  return given.length === wanted.length && timingSafeEqual(wanted, given);
};
