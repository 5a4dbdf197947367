import { addDays, addMonths, type CalendarDate, instantAt, momentIn } from '#domain/shared/values/calendar-date.ts';
import type { Clock } from './deadline-rule.ts';
import { addBusinessDays, nextBusinessDay } from './holidays.ts';

/** A day, with the time of day where that counts and is known. */
export interface Moment {
  readonly day: CalendarDate;
  readonly time?: string | undefined;
}

interface Surroundings {
  /** Code of the state; '' where it is not known. */
  readonly state: string;
  readonly timeZone: string;
  /** When the burial or cremation is. */
  readonly disposition?: Moment | undefined;
}

/** A moment as text that sorts by time; `unknown` is the time of one that has none. */
export const sortable = ({ day, time }: Moment, unknown: '00:00' | '23:59'): string => `${day} ${time ?? unknown}`;

/**
 * Hours later on the clocks of a time zone, through their changes: 48 hours from 11:30 PM may end at 12:30 AM. Where the
 * time is not known, hours count from the end of the day that is safe: `first` for what must be done in time, `last` for
 * what must be waited for.
 */
function hoursLater({ day, time }: Moment, hours: number, timeZone: string, unknown: 'first' | 'last'): Moment {
  if (time === undefined && unknown === 'first' && hours % 24 === 0) return { day: addDays(day, hours / 24) };
  const from = instantAt(day, time ?? (unknown === 'first' ? '00:00' : '23:59'), timeZone);
  const { day: on, time: at } = momentIn(timeZone, new Date(from.getTime() + hours * 3_600_000));
  return { day: on, time: at };
}

/**
 * When a clock ends that starts at `start`. `unknown` says what a start without a time of day counts as; what ends with a
 * day has no time.
 */
export function deadlineAt(
  clock: Clock,
  start: Moment,
  { state, timeZone, disposition }: Surroundings,
  unknown: 'first' | 'last' = 'first',
): Moment {
  const end = ran(clock, start, state, timeZone, unknown);
  const open = clock.rolls ? { day: nextBusinessDay(state, end.day) } : end;
  return clock.beforeDisposition && disposition && sortable(disposition, '23:59') < sortable(open, '23:59')
    ? disposition
    : open;
}

function ran(clock: Clock, start: Moment, state: string, timeZone: string, unknown: 'first' | 'last'): Moment {
  const { amount, unit } = clock;
  if (amount === 0) return start;
  if (unit === 'hours') return hoursLater(start, amount, timeZone, unknown);
  if (unit === 'days') return { day: addDays(start.day, amount) };
  if (unit === 'months') return { day: addMonths(start.day, amount) };
  return { day: addBusinessDays(state, start.day, amount) };
}
