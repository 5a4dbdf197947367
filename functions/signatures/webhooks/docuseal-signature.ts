import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the clock of the sender may be from ours, either way. */
const toleranceSeconds = 300;

/**
 * Whether DocuSeal signed these very bytes a moment ago: `seconds.hex`, an HMAC-SHA256 over `seconds.bytes` under the whole
 * secret. Anything else, also a header that cannot be read, is a no.
 */
export const isSigned = (header: string | undefined, bytes: Uint8Array, secret: string, now: Date): boolean => {
  const [, seconds = '', given = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (!seconds || Math.abs(now.getTime() / 1000 - Number(seconds)) > toleranceSeconds) return false;
  const wanted = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest();
  return timingSafeEqual(wanted, Buffer.from(given, 'hex'));
};
