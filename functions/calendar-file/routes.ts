import { calendarFileEndpoints } from '#domain/calendar/calendar-feed.endpoints.ts';
import { disclosuresOf } from '#functions/kernel/handler.ts';
import { getCalendarFile } from './get-calendar-file.ts';

export const calendarFileRoutes = disclosuresOf(calendarFileEndpoints, { get: getCalendarFile });
