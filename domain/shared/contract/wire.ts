import * as z from 'zod';

/** An instant, ISO 8601 in UTC. */
export const Instant = z.iso.datetime();

/** Query of a list (design: `page` from 1, `page_size` 10, 20, 50 or 100; D1 §9). Query values arrive as text. */
export const listQuery = z.object({
  page: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'Page must be a whole number from 1')
    .optional(),
  page_size: z.enum(['10', '20', '50', '100']).optional(),
  search: z.string().trim().max(100).optional(),
});

/** A place to go on from, as the answer before gave it: letters of base64url, so that its length is what it takes in an address. */
export const cursor = z.string().regex(/^[\w-]{1,1500}$/, 'Invalid cursor');

/** How a list by time can be ordered: newest first unless asked; anything else is refused. */
export const timeOrderings = ['created_at', '-created_at'] as const;
export type TimeOrdering = (typeof timeOrderings)[number];
export const timeOrdering = z.enum(timeOrderings, 'Ordering must be created_at or -created_at').optional();

/**
 * A page of a list; `next` and `previous` are links to the neighbouring pages. `count` is exact, or a search or filter
 * matches more than was counted and `count_is_exact` says so.
 */
export const pageSchema = <T extends z.ZodType>(row: T) =>
  z.object({
    count: z.number().int(),
    count_is_exact: z.boolean(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(row),
  });

/** Sent with a PATCH: a stale one is answered 409 with the current record; without it the last write wins. */
export const version = z.number().int().min(1);

/** An acknowledgement that carries nothing else. */
export const SuccessResponse = z.object({ success: z.literal(true) });

/** What a 409 tells of a record that somebody else has changed: how it stands now. */
export const currentOf = <Record extends z.ZodType>(record: Record) => z.object({ current: record });
