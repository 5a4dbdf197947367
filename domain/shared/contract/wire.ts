import * as z from 'zod';

export const Instant = z.iso.datetime();

/** Query values arrive as text (D1 §9). */
export const listQuery = z.object({
  page: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'Page must be a whole number from 1')
    .optional(),
  page_size: z.enum(['10', '20', '50', '100']).optional(),
  search: z.string().trim().max(100).optional(),
});

/** Base64url characters, so that its length is its size in a URL. */
export const cursor = z.string().regex(/^[\w-]{1,1500}$/, 'Invalid cursor');

export const timeOrderings = ['created_at', '-created_at'] as const;
export type TimeOrdering = (typeof timeOrderings)[number];
export const timeOrdering = z.enum(timeOrderings, 'Ordering must be created_at or -created_at').optional();

/** `count` is exact, unless `count_is_exact` says that a search or filter matches more than was counted. */
export const pageSchema = <T extends z.ZodType>(row: T) =>
  z.object({
    count: z.number().int(),
    count_is_exact: z.boolean(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(row),
  });

/** An outdated one gets a 409 with the current record; without it the last write wins. */
export const version = z.number().int().min(1);

export const SuccessResponse = z.object({ success: z.literal(true) });

/** Details of a 409 for a record changed by another user: the current record. */
export const currentOf = <Record extends z.ZodType>(record: Record) => z.object({ current: record });
