import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';

const made = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long', month: 'short', day: 'numeric' });

/** 'Friday, Nov 20'. */
export const shortDay = (date: CalendarDate): string => made.format(new Date(`${date}T00:00:00Z`));
