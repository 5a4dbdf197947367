import * as z from 'zod';
import { file } from '#domain/contract/answers.ts';
import { endpoint } from '#domain/contract/endpoint.ts';
import { ids } from '#domain/contract/ids.ts';
import { Done } from '#domain/contract/wire.ts';
import { CalendarFeed, feedDays, MadeCalendarFeed, mostFeeds, NewCalendarFeed } from './calendar-feed.schema.ts';

/** Links by which calendars elsewhere read services and cremations. */
export const calendarFeedEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/services/calendar/feeds/',
    may: 'calendar:subscribe',
    summary: 'One’s own calendar links; an owner sees those of everybody',
    response: z.object({ results: z.array(CalendarFeed) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/services/calendar/feeds/',
    may: 'calendar:subscribe',
    summary: `Make a calendar link; its address is told this once. At most ${mostFeeds} for each member of staff`,
    body: NewCalendarFeed,
    response: MadeCalendarFeed,
    status: 201,
    idempotent: true,
    refusals: { 409: 'There are too many of one’s own already.' },
    limits: [{ by: 'user', max: 20, seconds: 3600 }],
    records: ['calendar_feed.created'],
    announces: ['calendar-feed.created'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/services/calendar/feeds/{id}/',
    may: 'calendar:subscribe',
    policy: 'calendar-feed:revoke',
    summary: 'Revoke a calendar link: whoever has its address reads nothing any more',
    params: ids.calendarFeed,
    response: Done,
    records: ['calendar_feed.revoked'],
    announces: ['calendar-feed.revoked'],
  }),
} as const;

/** What calendars elsewhere fetch: an area of its own, as its function reads one organization by the link alone. */
export const calendarFileEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/services/calendar/feed/{token}/calendar.ics/',
    may: 'public',
    summary: `The events behind a calendar link as iCalendar: ${feedDays.back} days back, ${feedDays.ahead} days ahead`,
    params: z.object({ token: z.string().min(1).max(100) }),
    response: file('text/calendar; charset=utf-8'),
    refusals: { 404: 'There is no such link: it was revoked, or its owner’s access has ended.' },
    // A service that many calendars are read by has few addresses.
    limits: [{ by: 'ip', max: 300, seconds: 60 }],
    fresh: true,
    discloses: true,
  }),
} as const;
