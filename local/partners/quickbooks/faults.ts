import * as z from 'zod';

const times = z.int().min(0).max(10_000);
const flag = z.boolean();

/**
 * What goes wrong on purpose. `status`: what every call of the Accounting API is answered with, before anything is done,
 * with `retryAfter` seconds in its header; `hang`: it is not answered at all; `loseAnswers`: so many of the next changes
 * are carried out, and the connection is cut before the answer. `expireTokens`:
 * access tokens are taken for expired; `invalidGrant`: refreshing is refused, as after a hundred days without use;
 * `tokenStatus`: what the token endpoint answers.
 */
export const Faults = z.strictObject({
  status: z.int().min(400).max(599).nullable().default(null),
  retryAfter: times.nullable().default(null),
  hang: flag.default(false),
  loseAnswers: times.default(0),
  expireTokens: flag.default(false),
  invalidGrant: flag.default(false),
  tokenStatus: z.int().min(400).max(599).nullable().default(null),
});
export type Faults = z.output<typeof Faults>;

/** What the sandbox holds callers to; those of QuickBooks unless stated. */
export const Limits = z.strictObject({
  /** Calls of one company, in any second and in any minute. */
  perSecond: z.int().min(1).default(10),
  perMinute: z.int().min(1).default(500),
  /** How long an access token holds, and after how long refreshing gives a new refresh token. */
  accessSeconds: z.int().min(1).default(3600),
  rotateSeconds: z.int().min(0).default(86_400),
});
export type Limits = z.output<typeof Limits>;
