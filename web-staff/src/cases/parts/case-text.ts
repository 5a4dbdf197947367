import { displayValue } from '#domain/shared/forms/display.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { formatDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { capitalize } from '#domain/shared/values/text.ts';

export const serviceTypeOf = (value: string): string => displayValue({ kind: 'select', options: serviceTypes }, value);

/** 'Mar 14, 2026, 10:30 AM'; either part may be missing. */
export const dayAndTime = (day: string, time: string | null | undefined): string =>
  [day && formatDate(day), time && formatTime(time)].filter(Boolean).join(', ');

/** 'Mon, Nov 23': families ask for the weekday. */
export const dayText = (date: string): string => {
  if (!isCalendarDate(date)) return date;
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
  return `${weekday.format(new Date(`${date}T00:00:00Z`))}, ${formatDate(date)}`;
};

/** 'Marine Corps' of marine_corps. */
export const branchText = (branch: string): string => branch.split('_').map(capitalize).join(' ');
