import * as z from 'zod';
import { endpoint, file } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { SuccessResponse } from '#domain/shared/contract/wire.ts';
import { Calendar, CalendarEvents, CalendarEventsQuery, CalendarQuery, maxCalendarDays } from './calendar.schema.ts';
import { CalendarFeed, feedDays, MadeCalendarFeed, maxFeeds, NewCalendarFeed } from './calendar-feed.schema.ts';

export const calendarEndpoints = {
  overview: endpoint({
    method: 'GET',
    path: '/api/services/calendar/',
    permission: 'case:read',
    summary: "Get the location's current date and cases without a service date",
    query: CalendarQuery,
    response: Calendar,
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/services/calendar/events/',
    permission: 'case:read',
    summary: `List services, cremations and other dispositions in a date range of up to ${maxCalendarDays} days`,
    query: CalendarEventsQuery,
    response: CalendarEvents,
  }),
} as const;

export const calendarFeedEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/services/calendar/feeds/',
    permission: 'calendar:subscribe',
    summary: 'List your calendar feed links. Owners see all',
    response: z.object({ results: z.array(CalendarFeed) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/services/calendar/feeds/',
    permission: 'calendar:subscribe',
    summary: `Create a calendar feed link, at most ${maxFeeds} per staff member. Returns its URL only this once`,
    body: NewCalendarFeed,
    response: MadeCalendarFeed,
    status: 201,
    idempotent: true,
    errorResponses: { 409: 'There are too many of one’s own already.' },
    limits: [{ by: 'user', max: 20, seconds: 3600 }],
    auditActions: ['calendar_feed.created'],
    events: ['calendar-feed.created'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/services/calendar/feeds/{id}/',
    permission: 'calendar:subscribe',
    policy: 'calendar-feed:revoke',
    summary: 'Revoke a calendar feed link',
    params: pathParams.calendarFeed,
    response: SuccessResponse,
    auditActions: ['calendar_feed.revoked'],
    events: ['calendar-feed.revoked'],
  }),
} as const;

/** A separate area, because its function reads one organization knowing only the link. */
export const calendarFileEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/services/calendar/feed/{token}/calendar.ics/',
    permission: 'public',
    summary: `Get a calendar feed as iCalendar: ${feedDays.back} days back, ${feedDays.ahead} days ahead`,
    params: z.object({ token: z.string().min(1).max(100) }),
    response: file('text/calendar; charset=utf-8'),
    errorResponses: { 404: 'There is no such link: it was revoked, or its owner’s access has ended.' },
    // Calendar services fetch many feeds from few IP addresses.
    limits: [{ by: 'ip', max: 300, seconds: 60 }],
    skipActorCache: true,
    organizationScoped: true,
  }),
} as const;
