import * as z from 'zod';
import { nameFormats } from '#domain/calendar/calendar-events.ts';
import { feedScopes } from '#domain/calendar/calendar-feed.schema.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { type Keys, sharedKeys } from '#functions/platform/store/keys.ts';
import type { Repository, SharedRepository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';

/** A calendar link. Only the hash of its token is stored: the token was shown once. */
export const calendarFeedSchema = storedSchema({
  kind: 'calendar feed',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    scope: z.enum(feedScopes),
    funeral_home_id: z.string().nullable(),
    naming: z.enum(nameFormats),
    deadlines: z.boolean().default(false),
    all_events: z.boolean().default(false),
    profile_id: z.string(),
    profile_name: z.string(),
    token_hash: z.string(),
    created_at: z.string(),
  }),
});
export type CalendarFeedRecord = z.output<typeof calendarFeedSchema.schema>;

export const feedAddressSchema = storedSchema({
  kind: 'calendar feed address',
  shape: 1,
  schema: z.object({ organization_id: z.string(), feed_id: z.string() }),
});

const calendarFeedsIn = (table: Table, keys: Keys) => ({
  async all(): Promise<CalendarFeedRecord[]> {
    const items = await table.query({ pk: keys.calendarFeeds(), between: ['FEED#', prefixEnd('FEED#')] });
    return items.map((item) => calendarFeedSchema.parse(item));
  },
  find: (id: string) => calendarFeedSchema.find(table, keys.calendarFeed(id)),
  create: (record: CalendarFeedRecord): Write[] => [
    { put: calendarFeedSchema.item(keys.calendarFeed(record.id), record), when: 'absent' },
    {
      put: feedAddressSchema.item(sharedKeys.feedAddress(record.token_hash), {
        organization_id: keys.organizationId,
        feed_id: record.id,
      }),
      when: 'absent',
    },
  ],
  /** Deletes a link with its address; throws a 404 if it is already deleted. */
  remove: ({ id, token_hash }: CalendarFeedRecord): Write[] => [
    { delete: keys.calendarFeed(id), when: { equals: { token_hash } }, refused: () => notFound() },
    { delete: sharedKeys.feedAddress(token_hash) },
  ],
});

export const calendarFeeds = { grants: ['table:calendar-feeds'], in: calendarFeedsIn } as const satisfies Repository;
export const calendarFeedsReadOnly = {
  grants: ['table:calendar-feeds-read'],
  in: (table, keys): Pick<ReturnType<typeof calendarFeedsIn>, 'find'> => calendarFeedsIn(table, keys),
} as const satisfies Repository;
/** Addresses lead to an organization before one is known. */
export const feedAddresses = {
  grants: ['table:feed-addresses'],
  shared: (table) => ({
    find: (tokenHash: string) => feedAddressSchema.find(table, sharedKeys.feedAddress(tokenHash)),
  }),
} as const satisfies SharedRepository;
