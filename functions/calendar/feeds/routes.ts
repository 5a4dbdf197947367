import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { calendarFeedEndpoints, calendarFileEndpoints } from '#domain/calendar/calendar.endpoints.ts';
import { type CalendarFeed, feedMessages, feedScopeLabels, maxFeeds } from '#domain/calendar/calendar-feed.schema.ts';
import { assertAllowed, isAllowed } from '#domain/registry/policies.ts';
import { routePath } from '#domain/shared/contract/endpoint.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { pick } from '#domain/shared/values/pick.ts';
import { homeNotFound } from '#domain/shared/values/slug.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import { type CalendarFeedRecord, calendarFeeds } from '../repository/feeds.ts';

const presentFeed = ({ token_hash: _, organization_id: __, ...feed }: CalendarFeedRecord): CalendarFeed => feed;

/** The token is only in the response: no event, log or item contains it. */
const createFeed = handler(
  calendarFeedEndpoints.create,
  { calendarFeeds, organizations },
  async ({ body }, { db, work, actor, now }) => {
    const homeId = body.scope === 'home' ? (body.funeral_home ?? null) : null;
    const [home, feeds] = await Promise.all([homeId && db.organizations.plainHome(homeId), db.calendarFeeds.all()]);
    if (homeId && !home) throw invalid({ funeral_home: [homeNotFound] });
    if (feeds.filter(({ profile_id }) => profile_id === actor.id).length >= maxFeeds)
      throw new AppError('conflict', { detail: feedMessages.tooMany });
    const token = randomBytes(32).toString('base64url');
    const feed: CalendarFeedRecord = {
      id: uuid({ msecs: now.getTime() }),
      organization_id: actor.organizationId,
      ...pick(body, ['scope', 'naming', 'deadlines', 'all_events']),
      funeral_home_id: homeId,
      profile_id: actor.id,
      profile_name: actor.name,
      token_hash: sha256(token),
      created_at: now.toISOString(),
    };
    const address = routePath(calendarFileEndpoints.get.path).replace('{token}', token);
    return work
      .add(db.calendarFeeds.create(feed))
      .audit('calendar_feed.created', actor.id, [
        { field: 'calendar_link', from: null, to: feedScopeLabels[feed.scope] },
        { field: 'names', from: null, to: feed.naming },
        ...(feed.deadlines ? [{ field: 'deadlines', from: null, to: 'yes' }] : []),
        ...(feed.all_events ? [{ field: 'all_events', from: null, to: 'yes' }] : []),
      ])
      .announce('calendar-feed.created', actor.id, { feed_id: feed.id, profile_id: actor.id })
      .finish({ ...presentFeed(feed), address });
  },
);

const revokeFeed = handler(calendarFeedEndpoints.revoke, { calendarFeeds }, async ({ params }, { db, work, actor }) => {
  const feed = await db.calendarFeeds.find(params.id);
  if (!feed) throw notFound();
  const { profile_id: profileId, scope } = feed;
  assertAllowed(actor, 'calendar-feed:revoke', { profileId });
  return work
    .add(db.calendarFeeds.remove(feed))
    .audit('calendar_feed.revoked', profileId, [{ field: 'calendar_link', from: feedScopeLabels[scope], to: null }])
    .announce('calendar-feed.revoked', profileId, { feed_id: feed.id, profile_id: profileId })
    .finish({ success: true as const });
});

const listFeeds = handler(calendarFeedEndpoints.list, { calendarFeeds }, async (_, { db, actor }) => {
  const feeds = await db.calendarFeeds.all();
  const seen = feeds.filter(({ profile_id: profileId }) => isAllowed(actor, 'calendar-feed:revoke', { profileId }));
  return { results: seen.map(presentFeed) };
});

export const calendarFeedRoutes = routesOf(calendarFeedEndpoints, {
  list: listFeeds,
  create: createFeed,
  revoke: revokeFeed,
});
