import * as z from 'zod';

const times = z.int().min(0).max(10_000);

/**
 * What goes wrong on purpose, for everybody or with the key of one `account` for that alone. `status`: what every call of the API is answered with, before anything is done; with
 * `retryAfter` seconds in its header. `hang`: calls are not answered at all. `loseAnswers`: so many of the next calls that
 * change something are carried out, and the connection is cut before the answer. Of webhooks: `duplicate` sends each so
 * many times, `reorder` the newest first, `delayMs` later, `drop` not at all.
 */
export const Faults = z.strictObject({
  account: z.string().nullable().default(null),
  status: z.int().min(400).max(599).nullable().default(null),
  retryAfter: times.nullable().default(null),
  hang: z.boolean().default(false),
  loseAnswers: times.default(0),
  webhooks: z
    .strictObject({
      duplicate: z.int().min(1).max(10).default(1),
      reorder: z.boolean().default(false),
      delayMs: z.int().min(0).max(600_000).default(0),
      drop: z.boolean().default(false),
    })
    .prefault({}),
});
export type Faults = z.output<typeof Faults>;
