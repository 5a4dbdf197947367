import { calendarFileEndpoints } from '#domain/calendar/calendar-feed.endpoints.ts';
import { organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { getCalendarFile } from './get-calendar-file.ts';

export const calendarFileRoutes = organizationScopedRoutes(calendarFileEndpoints, { get: getCalendarFile });
