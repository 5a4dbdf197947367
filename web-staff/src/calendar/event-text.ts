import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { isNear, missingChecks } from '../gates/parts/gate-text.tsx';
import { useLocations } from '../organizations/homes/queries.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { type Entry, isArrival } from './promised-arrivals.ts';

/** Border colors of homes, each with a contrast of 3 : 1 on white. */
const tones = ['#2b604d', '#2f6ba8', '#a8631b', '#7a4f9e', '#a83b5b', '#4d6a2c'] as const;

export const useHomeTones = (): ((homeId: string) => string) => {
  const locations = useLocations();
  return (homeId) => {
    const at = locations.findIndex(({ id }) => id === homeId);
    const hue = tones[Math.max(0, at) % tones.length] ?? tones[0];
    return `color-mix(in srgb, ${hue} var(--hue-share), var(--mantine-color-text))`;
  };
};

/** '3 checks missing' before a step that is past or within 48 hours; '' for any other entry. */
export const useEventMark = (): ((entry: Entry) => string) => {
  const zones = useLocations();
  const own = useCurrentUser().funeral_home_details.time_zone;
  return (entry) => {
    if (isArrival(entry) || !entry.missing_checks) return '';
    const zone = zones.find(({ id }) => id === entry.funeral_home_id)?.time_zone ?? own;
    const at = [entry.date, entry.time].filter(Boolean).join(' ');
    return isNear(at, zone, new Date()) ? missingChecks(entry.missing_checks) : '';
  };
};

/** 'No time yet' only for a service: the crematory or cemetery chooses the time of a disposition. */
export const timeOf = ({ kind, time }: Entry): string => {
  if (time !== '') return formatTime(time);
  return kind === 'service' ? 'No time set' : 'All day';
};

/** 'WA' for Whitcomb & Ames. */
export const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

const made = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long', month: 'short', day: 'numeric' });

/** 'Friday, Nov 20'. */
export const shortDay = (date: CalendarDate): string => made.format(new Date(`${date}T00:00:00Z`));

/** 'Friday, Nov 20, 1:00 PM'; '' without a date and a time. */
export const dayAndTime = (date: string, time: string): string =>
  [date && shortDay(date), time && formatTime(time)].filter(Boolean).join(', ');
