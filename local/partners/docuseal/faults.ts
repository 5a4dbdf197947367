import * as z from 'zod';

const times = z.int().min(0).max(10_000);

/**
 * What goes wrong on purpose, for everybody or with the key of one `account` for that alone. `status`: what every call of the API is answered with, before anything is done; with
 * `retryAfter` seconds in its header. `hang`: calls are not answered at all. `loseAnswers`: so many of the next calls that
 * change something are carried out, and the connection is cut before the answer.
 */
export const Faults = z.strictObject({
  account: z.string().nullable().default(null),
  status: z.int().min(400).max(599).nullable().default(null),
  retryAfter: times.nullable().default(null),
  hang: z.boolean().default(false),
  loseAnswers: times.default(0),
});
export type Faults = z.output<typeof Faults>;
