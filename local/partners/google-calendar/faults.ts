import * as z from 'zod';

const times = z.int().min(0).max(10_000);

/**
 * What goes wrong on purpose. `status`: what every call of the Calendar API is answered with before anything is done, with
 * `reason` as Google words it and `retryAfter` seconds in its header; `hang`: it is not answered at all; `loseAnswers`: so
 * many of the next changes are carried out, and the connection is cut before the answer. `expireTokens`: access tokens are taken for expired; `invalidGrant`: refreshing is refused, as when somebody took
 * the access back; `tokenStatus`: what the token endpoint answers; `syncTokensGone`: so many of the next sync tokens are
 * refused with 410. Of channels: `drop` sends no notification.
 */
export const Faults = z.strictObject({
  status: z.int().min(400).max(599).nullable().default(null),
  reason: z.string().max(60).default('backendError'),
  retryAfter: times.nullable().default(null),
  hang: z.boolean().default(false),
  loseAnswers: times.default(0),
  expireTokens: z.boolean().default(false),
  invalidGrant: z.boolean().default(false),
  tokenStatus: z.int().min(400).max(599).nullable().default(null),
  syncTokensGone: times.default(0),
  channels: z.strictObject({ drop: z.boolean().default(false) }).prefault({}),
});
export type Faults = z.output<typeof Faults>;

/** What the sandbox holds callers to; the published figures of Google unless stated. */
export const Limits = z.strictObject({
  /** Calls of one account in any minute. */
  perMinute: z.int().min(1).default(600),
  accessSeconds: z.int().min(1).default(3599),
  /** How long a channel lives that asks for more, or for nothing. */
  channelSeconds: z.int().min(1).default(604_800),
});
export type Limits = z.output<typeof Limits>;
