import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '#domain/shared/contract/errors.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import type { CallMiddleware } from '../actor.ts';

/** The stage's host names, and retained former addresses of the sites. */
export const SiteOrigins = z.object({ staff: z.array(z.url()), intake: z.array(z.url()) });
export type SiteOrigins = z.output<typeof SiteOrigins>;

export interface OriginSettings {
  originSecrets: () => Promise<readonly string[]>;
  siteOrigins: SiteOrigins;
}

const equal = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));

/** The staff site calls all other routes, including those without sign-in. */
const ofIntake = /^\w+ \/api\/forms\/public\//;
const ofBoth = /^\w+ \/api\/(common|openapi)/;

const originsOf = (routeKey: string, { staff, intake }: SiteOrigins): string[] => {
  if (ofBoth.test(routeKey)) return [...staff, ...intake];
  return ofIntake.test(routeKey) ? intake : staff;
};

/** Requires calls to come through CloudFront, which sends a secret (S-25), and from our own site (S-27). */
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
