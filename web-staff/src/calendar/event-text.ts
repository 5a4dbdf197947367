import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { formatTime } from '#domain/shared/values/clock-time.ts';

/** 'No time yet' where a service has none; the crematory or cemetery chooses that of a disposition. */
export const timeOf = ({ kind, time }: CalendarEvent): string => {
  if (time !== '') return formatTime(time);
  return kind === 'service' ? 'No time yet' : 'Any time';
};

/** The first letters of a home's name, for where there is no room for it: 'WA' for Whitcomb & Ames. */
export const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
