import type { DayConflict, EventNeed, SentNeed } from '#domain/calendar/day.schema.ts';
import type { Extent } from '#domain/calendar/day-events.ts';
import { needKindLabels } from '#domain/calendar/day-names.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { pick } from '#domain/shared/values/pick.ts';

const made = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' });

/** Returns 'Tue, Nov 24'. */
export const shortDate = (date: CalendarDate): string => made.format(new Date(`${date}T00:00:00Z`));

/** Returns '1:00 PM to 2:30 PM', with the day of an end on another one; 'All day' without a time. */
export const extentText = ({ date, time, end_date, end_time }: Extent): string => {
  const isLater = end_date !== '' && end_date !== date;
  const end = [isLater && shortDate(end_date), end_time && formatTime(end_time)].filter(Boolean).join(', ');
  if (time === '') return isLater ? `Until ${shortDate(end_date)}` : 'All day';
  return end ? `${formatTime(time)} to ${end}` : formatTime(time);
};

export const optionsOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** Returns '1 PM' for 13, and '12 AM' for the hour after the last one of a day. */
export const hourText = (hour: number): string =>
  formatTime(`${String(hour % 24).padStart(2, '0')}:00`).replace(':00', '');

/** Returns who or what is needed, with the role: 'Dee Kowalski, drives the hearse'. */
export const needText = ({ kind, name, role }: EventNeed): string =>
  [name || `${needKindLabels[kind]} not chosen`, role].filter(Boolean).join(', ');

export const sentNeed = (need: EventNeed): SentNeed =>
  pick(need, ['kind', 'member', 'resource', 'words', 'role', 'confirmed']);

/**
 * Returns 'Hearse 1 is also needed by Committal, Pruitt, Wed, Nov 25, 1:30 PM to 3:00 PM. Hearse 2 is free.' A conflict
 * with a reason names nothing that is free.
 */
export const conflictText = ({ of, name, with: other, date, time, end_time, ...rest }: DayConflict): string => {
  const { free, reason, minutes_between: between } = rest;
  const when = `${shortDate(date)}, ${extentText({ date, time, end_date: '', end_time })}`;
  const needed = `${name} is also needed by ${other}, ${when}${between ? `, and needs ${between} minutes between` : ''}.`;
  const what = of === 'shift' ? `${name} is off, ${when}.` : needed;
  return free[0] && !reason ? `${what} ${free[0].name} is free.` : what;
};

/** Returns a need with a free resource where it is for the one that is needed twice. */
export const withFree = <Need extends EventNeed>(need: Need, { of, name, free: [free] }: DayConflict): Need =>
  free && need.kind === of && need.name === name
    ? { ...need, resource: free.id, name: free.name, confirmed: false }
    : need;
