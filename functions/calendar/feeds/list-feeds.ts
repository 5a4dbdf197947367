import { calendarFeedEndpoints } from '#domain/calendar/calendar-feed.endpoints.ts';
import { isAllowed } from '#domain/shared/access/policies.ts';
import { calendarFeeds } from '#functions/calendar/feeds-repository.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentFeed } from './present-feed.ts';

export const listFeeds = handler(calendarFeedEndpoints.list, { calendarFeeds }, async (_, { db, actor }) => {
  const feeds = await db.calendarFeeds.all();
  const seen = feeds.filter(({ profile_id: profileId }) => isAllowed(actor, 'calendar-feed:revoke', { profileId }));
  return { results: seen.map(presentFeed) };
});
