import { type CalendarDate, instantAt } from '#domain/shared/values/calendar-date.ts';

/** Hours after which an arrival that no one recorded is no longer expected. */
const endsHours = 24;

interface Removal {
  readonly removal_expected_at?: string | null | undefined;
  readonly removal_arrived_at: string | null;
}

/** An arrival promised to a family: its day and time (HH:MM) at the location, and the minutes left, negative when late. */
export interface PromisedArrival {
  readonly day: CalendarDate;
  readonly time: string;
  readonly minutesLeft: number;
}

/** At UTC-12 a local time is reached last. */
const lastZoneHours = 12;

/** Returns the local time (YYYY-MM-DDTHH:mm) from which an arrival may still be expected in some time zone. */
export const promisedFrom = (now: Date): string =>
  new Date(now.getTime() - (endsHours + lastZoneHours) * 3_600_000).toISOString().slice(0, 16);

/** Returns whether an arrival was promised, was not recorded, and may still be expected in some time zone. */
export const isPromiseOpen = (
  { removal_expected_at: expected, removal_arrived_at: arrived }: Removal,
  now: Date,
): boolean => Boolean(expected) && !arrived && `${expected}` >= promisedFrom(now);

/** Returns the promised arrival while it is open, in the time zone of the location; at most a day late. */
export const promisedArrival = (
  { removal_expected_at: expected, removal_arrived_at: arrived }: Removal,
  zone: string,
  now: Date,
): PromisedArrival | undefined => {
  const [day = '', time = ''] = (expected ?? '').split('T');
  if (!day || !time || arrived) return undefined;
  const minutesLeft = Math.round((instantAt(day, time, zone).getTime() - now.getTime()) / 60_000);
  return minutesLeft < -endsHours * 60 ? undefined : { day, time, minutesLeft };
};
