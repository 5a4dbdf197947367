import { ageInWords, formatDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';

export const lifeDates = (birth: string, death: string): string => {
  if (birth && death) return `${formatDate(birth)} – ${formatDate(death)}`;
  if (death) return `Died ${formatDate(death)}`;
  return birth ? `Born ${formatDate(birth)}` : '';
};

/** Returns 'aged 88' or 'aged 3 days'; '' if a date is missing, and on the day of birth, which may be a stillbirth. */
export const ageText = (birth: string, death: string): string => {
  if (!isCalendarDate(birth) || !isCalendarDate(death) || death <= birth) return '';
  return `aged ${ageInWords({ born: birth, died: death })}`;
};

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Returns '5 minutes ago', 'yesterday', 'just now'; `at` is an ISO instant. */
export const relativeTime = (at: string, now: Date): string => {
  const seconds = Math.round((Date.parse(at) - now.getTime()) / 1000);
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? [];
  return unit && length ? relative.format(Math.trunc(seconds / length), unit) : 'just now';
};

/** Returns 'Nov 20, 2026, 3:14 PM' in the viewer's time zone. */
export const exactTime = (at: string): string => exact.format(new Date(at));

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns an instant in the location's time zone: 'Nov 20, 2026, 3:14 PM', with ' EST' for viewers in another one. */
export const timeAtHome = (at: string, timeZone: string, viewerZone = ownZone): string => {
  const instant = new Date(at);
  const text = instant.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  if (timeZone === viewerZone) return text;
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(instant);
  return `${text} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone}`;
};
