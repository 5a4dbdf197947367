import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { Calendar, CalendarEvents, CalendarEventsQuery, CalendarQuery, maxCalendarDays } from './calendar.schema.ts';

export const calendarEndpoints = {
  overview: endpoint({
    method: 'GET',
    path: '/api/services/calendar/',
    permission: 'case:read',
    summary: 'The home’s today, and drafts and active cases whose service has no date yet',
    query: CalendarQuery,
    response: Calendar,
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/services/calendar/events/',
    permission: 'case:read',
    summary: `Services, cremations and other dispositions of up to ${maxCalendarDays} days, of cases that are not cancelled`,
    query: CalendarEventsQuery,
    response: CalendarEvents,
  }),
} as const;
