import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '#domain/shared/contract/errors.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import type { CallMiddleware } from '../grants.ts';

/** The origins of our own pages: the stage's host names, and the addresses that the sites had before and keep. */
export const SiteOrigins = z.object({ staff: z.array(z.url()), intake: z.array(z.url()) });
export type SiteOrigins = z.output<typeof SiteOrigins>;

export interface OriginSettings {
  /** The values CloudFront may send: the current secret and, during rotation, the previous one. */
  originSecrets: () => Promise<readonly string[]>;
  siteOrigins: SiteOrigins;
}

const equal = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));

/** What the public site asks for; everything else is asked by the staff site, also what needs no sign-in there. */
const ofIntake = /^\w+ \/api\/forms\/public\//;
const ofBoth = /^\w+ \/api\/(common|openapi)/;

const originsOf = (routeKey: string, { staff, intake }: SiteOrigins): string[] => {
  if (ofBoth.test(routeKey)) return [...staff, ...intake];
  return ofIntake.test(routeKey) ? intake : staff;
};

/**
 * Calls come through CloudFront, which sends a secret (quality S-25), and from the site that makes them or from no page
 * at all (quality S-27).
 */
export const origin = ({ originSecrets, siteOrigins }: OriginSettings): CallMiddleware => ({
  async before({ event: { headers, routeKey } }) {
    const sent = headers['x-origin-verify'] ?? '';
    const accepted = await originSecrets();
    if (!accepted.some((secret) => equal(secret, sent)))
      throw new AppError('forbidden', { reason: 'not through the front door' });
    if (headers.origin !== undefined && !originsOf(routeKey, siteOrigins).includes(headers.origin))
      throw new AppError('forbidden', { reason: 'another origin' });
  },
});
