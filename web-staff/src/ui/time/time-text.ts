import { ageInWords, formatDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { Tone } from '../chip.tsx';

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

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

let homeZone = ownZone;
/** Sets the clock of the user's home, which times without a location of their own follow. */
export const setHomeClock = (timeZone: string): void => {
  homeZone = timeZone;
};

const styles = {
  day: { weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' },
  time: { timeStyle: 'short' },
  exact: { dateStyle: 'medium', timeStyle: 'short' },
  name: { timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
const formats = new Map<string, Intl.DateTimeFormat>();
/** Making a format takes longer than a row of a list. */
const formatIn = (timeZone: string, style: keyof typeof styles): Intl.DateTimeFormat => {
  const key = `${timeZone} ${style}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...styles[style], timeZone });
  formats.set(key, format);
  return format;
};

const named = (at: string, timeZone: string, style: 'exact' | 'time', viewerZone: string): string => {
  const instant = new Date(at);
  const text = formatIn(timeZone, style).format(instant);
  if (timeZone === viewerZone) return text;
  const parts = formatIn(timeZone, 'name').formatToParts(instant);
  return `${text} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone}`;
};

/** Returns an instant in the location's time zone: 'Nov 20, 2026, 3:14 PM', with ' EST' for viewers in another one. */
export const timeAtHome = (at: string, timeZone: string, viewerZone = ownZone): string =>
  named(at, timeZone, 'exact', viewerZone);

/** As {@link timeAtHome}, by default by the clock of the user's home. */
export const exactTime = (at: string, timeZone = homeZone): string => timeAtHome(at, timeZone);

/** Returns 'Friday, Nov 20, 2026'. */
export const dayAtHome = (at: string, timeZone = homeZone): string => formatIn(timeZone, 'day').format(new Date(at));

/** Returns '3:14 PM', with ' EST' for viewers in another time zone. */
export const clockTime = (at: string, timeZone = homeZone): string => named(at, timeZone, 'time', ownZone);

const promisedMinutes = 30;
const veryLateMinutes = 120;

/** Returns '15 min', '3 h 5 min' or '4 days'. */
export const minutesText = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (minutes < 60) return `${minutes} min`;
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return rest > 0 && hours < 24 ? `${hours} h ${rest} min` : `${hours} h`;
};

/** Returns how long a family has waited for a call: amber past the promised half hour (D1 §2), red past two hours. */
export const waitingTime = (since: string, now: Date): { text: string; word: string; tone: Tone } => {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
  const text = minutesText(minutes);
  if (minutes >= veryLateMinutes) return { text, word: 'waiting, overdue', tone: 'danger' };
  return minutes >= promisedMinutes
    ? { text, word: 'waiting, late', tone: 'warn' }
    : { text, word: 'waiting', tone: 'neutral' };
};
