import { calendarFeedEndpoints } from '#domain/calendar/calendar-feed.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { createFeed } from './create-feed.ts';
import { listFeeds } from './list-feeds.ts';
import { revokeFeed } from './revoke-feed.ts';

export const calendarFeedRoutes = routesOf(calendarFeedEndpoints, {
  list: listFeeds,
  create: createFeed,
  revoke: revokeFeed,
});
