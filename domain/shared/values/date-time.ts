import * as z from 'zod';
import { isUnitedStates } from '#domain/shared/reference-data/countries-and-states.ts';
import { timeZoneOfState } from '#domain/shared/values/us-state.ts';
import {
  type CalendarDate,
  earliestDate,
  formatDate,
  isCalendarDate,
  isLeftOut,
  isTwice,
  momentIn,
  parseDate,
} from './calendar-date.ts';

const invalidTime = 'Time must be in HH:MM format';
export const chooseHalf = 'Choose AM or PM';

/** HH:MM or HH:MM:SS (D2 §5). */
function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);
}

/** A time of day, truncated to HH:MM. */
export const clockTime: z.ZodString = z
  .string(invalidTime)
  .overwrite((typed) => (isClockTime(typed.trim()) ? typed.trim().slice(0, 5) : typed))
  .refine(isClockTime, { error: ({ input }) => (String(input).endsWith(undecided) ? chooseHalf : invalidTime) });

/** Marks a time typed without AM or PM, such as '2:40 AM or PM': invalid until one is chosen. */
const undecided = ' AM or PM';
/** The same for an incomplete time in a browser's own time field, which does not pass the digits on. */
export const unreadTime = `?${undecided}`;

/** Returns the two times (HH:MM) of a time without AM or PM; undefined for any other text. */
export function halvesOf(held: string): { am: string; pm: string } | undefined {
  if (!held.endsWith(undecided)) return undefined;
  const [am, pm] = [`${spokenOf(held)} am`, `${spokenOf(held)} pm`].map(readTime);
  return am && pm ? { am, pm } : undefined;
}

/** Returns '2:40' for '2:40 AM or PM'; any other text unchanged. */
export function spokenOf(held: string): string {
  return held.endsWith(undecided) ? held.slice(0, -undecided.length) : held;
}

/**
 * Returns the typed time as HH:MM: '4:35 am', '435p', '0035', 'noon'. Hours 1 to 12 without AM or PM return '4:35 AM
 * or PM', which the schema rejects.
 */
export function readTime(typed: string): string | undefined {
  const text = typed.trim().toLowerCase().replace(/[.\s]/g, '');
  if (text === 'noon') return '12:00';
  if (text === 'midnight') return '00:00';
  const [, hours = '', minutes = '00', half] = /^(\d{1,2}):?(\d{2})?(am|pm|a|p)?$/.exec(text) ?? [];
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (hours === '' || minute > 59 || hour > 23) return undefined;
  const isOfHalf = hour >= 1 && hour <= 12;
  if (!half && isOfHalf) return `${hour}:${minutes}${undecided}`;
  if (half && !isOfHalf) return undefined;
  const shifted = half ? (hour % 12) + (half.startsWith('p') ? 12 : 0) : hour;
  return `${String(shifted).padStart(2, '0')}:${minutes}`;
}

/** Returns “4:35 AM”; an invalid time unchanged. */
export function formatTime(time: string): string {
  const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  if (hours === '') return time;
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`;
}

const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Returns an instant (ISO 8601, UTC) if there is a zone, else the local time (D2 §5: a space becomes T, cut to 16).
 * Null for anything else.
 */
function parseDateTime(typed: string): string | null {
  const match = dateTimePattern.exec(typed.trim());
  const [, date = '', hours, minutes, zone] = match ?? [];
  if (!isCalendarDate(date)) return null;
  if (!zone) return `${date}T${hours}:${minutes}`;
  const instant = new Date(typed.trim().replace(' ', 'T'));
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

/** Returns the local time of an instant in an IANA time zone: YYYY-MM-DDTHH:MM. */
export function localDateTime(timeZone: string, instant: Date): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(instant).replace(' ', 'T');
}

/** Returns “Mar 4, 2026, 2:05 PM”, with UTC for an instant; an invalid text unchanged. */
export function formatDateTime(stored: string): string {
  if (parseDateTime(stored) === null) return stored;
  const date: CalendarDate = stored.slice(0, 10);
  return `${formatDate(date)}, ${formatTime(stored.slice(11, 16))}${stored.endsWith('Z') ? ' UTC' : ''}`;
}

/** A day with a time from 1850 on: '{label} is not a valid date' otherwise (D2 §5). */
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
      abort: true,
    })
    .refine((typed) => typed >= earliestDate, `${label} cannot be before 1850`);
}

/** IANA zone, state ('' if unknown) and current instant of a location. */
export interface HomeClock {
  readonly timeZone: string;
  readonly state: string;
  readonly now: Date;
}

/** Returns the clock of a location at an instant. */
export function clockOfHome(home: { time_zone: string; state?: string | undefined }, now: Date): HomeClock {
  return { timeZone: home.time_zone, state: home.state ?? '', now };
}

/** Returns a running clock, for a screen that stays open. */
export function clockThatRuns(timeZone: string, state: string): HomeClock {
  return {
    timeZone,
    state,
    get now() {
      return new Date();
    },
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Maps a time field to its date field; null if the field holds both. */
export type Moments = Readonly<Record<string, string | null>>;

function* momentsOf(values: Values, moments: Moments): Generator<[field: string, day: CalendarDate, time: string]> {
  for (const [field, dayField] of Object.entries(moments)) {
    const text = String(values[field] ?? '');
    // A text with a zone is an instant, which exists on every clock.
    const [, ownDay, time = ''] = /^(?:(\d{4}-\d\d-\d\d)T)?((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text) ?? [];
    const day = parseDate(dayField === null ? ownDay : values[dayField]);
    if (day && time) yield [field, day, time];
  }
}

interface DeathPlace {
  readonly state: string;
  readonly country: string;
}

/** A death has the zone of its own state, if known; undefined abroad. */
function zoneOfField(
  field: string,
  values: Values,
  place: DeathPlace | undefined,
  clock: HomeClock,
): string | undefined {
  if (field !== 'time_of_death' || !place) return clock.timeZone;
  if (!isUnitedStates(String(values[place.country] ?? ''))) return undefined;
  const state = String(values[place.state] ?? '');
  return (state === clock.state ? undefined : timeZoneOfState(state)) ?? clock.timeZone;
}

/** Yields an error for each time of day that a clock change of its place skips. */
export function* clockErrors(
  values: Values,
  moments: Moments,
  clock: HomeClock,
  place?: DeathPlace,
): Generator<[string, string]> {
  for (const [field, day, time] of momentsOf(values, moments)) {
    const zone = zoneOfField(field, values, place, clock);
    if (zone && isLeftOut(day, time, zone))
      yield [field, `There is no ${formatTime(time)} on ${formatDate(day)}: clocks go forward then`];
  }
}

/** Returns a note for each time of day that a clock change repeats, by field. */
export function clockNotes(
  values: Values,
  moments: Moments,
  clock: HomeClock,
  place?: DeathPlace,
): Record<string, string> {
  const notes: Record<string, string> = {};
  for (const [field, day, time] of momentsOf(values, moments)) {
    const zone = zoneOfField(field, values, place, clock);
    if (!zone || !isTwice(day, time, zone)) continue;
    const taken =
      field === 'time_of_death'
        ? 'Deadlines count from the first one, the wait before a cremation from the second.'
        : 'The first one is taken.';
    notes[field] = `${formatTime(time)} comes twice on ${formatDate(day)}, when clocks go back. ${taken}`;
  }
  return notes;
}

/** Allowed clock difference between devices and servers, in milliseconds. */
const clocksDiffer = 600_000;
/** The most eastern US time zone, except for Guam and the Marianas. */
const easternmost = 'America/Puerto_Rico';
const acrossTheDateLine: readonly unknown[] = ['GU', 'MP'];

/**
 * Yields errors of a time of death in the future: at the location, or for another state in the most eastern US time
 * zone; deaths abroad are not checked.
 */
export function* deathTimeErrors(
  values: Values,
  place: DeathPlace,
  { timeZone, state, now }: HomeClock,
): Generator<['time_of_death', string]> {
  const [where, country] = [values[place.state], values[place.country] ?? ''];
  if (!isUnitedStates(String(country)) || acrossTheDateLine.includes(where)) return;
  const zones = where && where !== state ? [timeZone, easternmost] : [timeZone];
  const textIn = (zone: string, at: number): string => {
    const { day, time } = momentIn(zone, new Date(at));
    return `${day} ${time}`;
  };
  const latest =
    zones
      .map((zone) => textIn(zone, now.getTime() + clocksDiffer))
      .toSorted()
      .at(-1) ?? '';
  const here = momentIn(timeZone, now);
  // A future date is reported separately.
  for (const [, day, time] of momentsOf(values, { time_of_death: 'date_of_death' }))
    if (`${day} ${time}` > latest && day <= here.day)
      yield [
        'time_of_death',
        `Time of death cannot be in the future: it is ${formatTime(here.time)} at the funeral home`,
      ];
}
