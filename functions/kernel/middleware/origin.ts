import { timingSafeEqual } from 'node:crypto';
import { AppError } from '#domain/contract/errors.ts';
import { sha256 } from '#functions/store/idempotency.ts';
import type { CallMiddleware } from '../call.ts';

export interface OriginSettings {
  /** The values CloudFront may send: the current secret and, during rotation, the previous one. */
  originSecrets: () => Promise<readonly string[]>;
  /** Origins of our own pages. */
  siteOrigins: readonly string[];
}

const equal = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));

/**
 * Calls come through CloudFront, which sends a secret (quality S-25), and from our own pages or from no page at all
 * (quality S-27).
 */
export const origin = ({ originSecrets, siteOrigins }: OriginSettings): CallMiddleware => ({
  async before({ event: { headers } }) {
    const sent = headers['x-origin-verify'] ?? '';
    const accepted = await originSecrets();
    if (!accepted.some((secret) => equal(secret, sent)))
      throw new AppError('forbidden', { reason: 'not through the front door' });
    if (headers.origin !== undefined && !siteOrigins.includes(headers.origin))
      throw new AppError('forbidden', { reason: 'another origin' });
  },
});
