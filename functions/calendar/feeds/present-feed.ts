import type { CalendarFeed } from '#domain/calendar/calendar-feed.schema.ts';
import type { CalendarFeedRecord } from '#functions/calendar/feeds-repository.ts';

/** A link as it is listed: without anything of its address. */
export const presentFeed = ({ token_hash: _, organization_id: __, ...feed }: CalendarFeedRecord): CalendarFeed => feed;
