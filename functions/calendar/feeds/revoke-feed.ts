import { calendarFeedEndpoints } from '#domain/calendar/calendar-feed.endpoints.ts';
import { feedScopeLabels } from '#domain/calendar/calendar-feed.schema.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { calendarFeeds } from '#functions/calendar/feeds-repository.ts';
import { handler } from '#functions/platform/api/handler.ts';

export const revokeFeed = handler(
  calendarFeedEndpoints.revoke,
  { calendarFeeds },
  async ({ params }, { db, work, actor }) => {
    const feed = await db.calendarFeeds.find(params.id);
    if (!feed) throw notFound();
    const { profile_id: profileId, scope } = feed;
    assertAllowed(actor, 'calendar-feed:revoke', { profileId });
    return work
      .add(db.calendarFeeds.remove(feed))
      .audit('calendar_feed.revoked', profileId, [{ field: 'calendar_link', from: feedScopeLabels[scope], to: null }])
      .announce('calendar-feed.revoked', profileId, { feed_id: feed.id, profile_id: profileId })
      .finish({ success: true as const });
  },
);
