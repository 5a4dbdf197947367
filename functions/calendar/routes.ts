import { calendarEndpoints } from '#domain/calendar/calendar.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { getCalendar } from './get-calendar.ts';
import { listEvents } from './list-events.ts';

export const calendarRoutes = routesOf(calendarEndpoints, { overview: getCalendar, events: listEvents });
