import * as z from 'zod';
import { type CalendarDate, formatDate, isCalendarDate } from './calendar-date.ts';
import { chooseHalf, formatTime, halvesOf } from './clock-time.ts';

const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * A day with a time as it is kept: with a zone an instant (ISO 8601, UTC), without one the home's own time as
 * YYYY-MM-DDTHH:MM (D2 §5: a space becomes T, cut to 16 characters). Null for anything else.
 */
export function parseDateTime(typed: string): string | null {
  const match = dateTimePattern.exec(typed.trim());
  const [, date = '', hours, minutes, zone] = match ?? [];
  if (!isCalendarDate(date)) return null;
  if (!zone) return `${date}T${hours}:${minutes}`;
  const instant = new Date(typed.trim().replace(' ', 'T'));
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

/** What the clock of an IANA time zone shows at an instant: YYYY-MM-DDTHH:MM. */
export function localDateTime(timeZone: string, instant: Date): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(instant).replace(' ', 'T');
}

/** “Mar 4, 2026, 2:05 PM”, with UTC after an instant; what is no day with a time comes back as it was. */
export function formatDateTime(kept: string): string {
  if (parseDateTime(kept) === null) return kept;
  const date: CalendarDate = kept.slice(0, 10);
  return `${formatDate(date)}, ${formatTime(kept.slice(11, 16))}${kept.endsWith('Z') ? ' UTC' : ''}`;
}

/** A day with a time: '{label} is not a valid date' otherwise (D2 §5). */
export function dateTime(label: string): z.ZodString {
  const invalid = `${label} is not a valid date`;
  return z
    .string(invalid)
    .overwrite((typed) => parseDateTime(typed) ?? typed)
    .refine((typed) => parseDateTime(typed) !== null, {
      error: ({ input }) => {
        const [day = '', time] = String(input).split('T');
        if (halvesOf(time ?? '')) return chooseHalf;
        return isCalendarDate(day) && time === '' ? 'Enter the time, too' : invalid;
      },
    });
}
