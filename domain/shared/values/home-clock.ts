import { isUnitedStates } from '#domain/shared/reference-data/countries.ts';
import { type CalendarDate, formatDate, isLeftOut, isTwice, momentIn } from './calendar-date.ts';
import { formatTime } from './clock-time.ts';
import { parseDate } from './life-dates.ts';

/** The clocks of a home: its IANA zone, its state ('' where that is not known), and the instant at which they are read. */
export interface HomeClock {
  readonly timeZone: string;
  readonly state: string;
  readonly now: Date;
}

/** What the clocks of a home are judged by. */
export function clockOfHome(home: { time_zone: string; state?: string | undefined }, now: Date): HomeClock {
  return { timeZone: home.time_zone, state: home.state ?? '', now };
}

/** The same for a screen that stays open: it is the present that is judged by. */
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

/** Fields that hold a day with a time in one text are named alone, others by the field of their day. */
export type Moments = Readonly<Record<string, string | null>>;

function* momentsOf(values: Values, moments: Moments): Generator<[field: string, day: CalendarDate, time: string]> {
  for (const [field, dayField] of Object.entries(moments)) {
    const text = String(values[field] ?? '');
    // A text with a zone names an instant, which every clock shows.
    const [, ownDay, time = ''] = /^(?:(\d{4}-\d\d-\d\d)T)?((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text) ?? [];
    const day = parseDate(dayField === null ? ownDay : values[dayField]);
    if (day && time) yield [field, day, time];
  }
}

/** What is wrong with times of day at a home: those that a change of its clocks leaves out. */
export function* clockErrors(values: Values, moments: Moments, { timeZone }: HomeClock): Generator<[string, string]> {
  for (const [field, day, time] of momentsOf(values, moments))
    if (isLeftOut(day, time, timeZone))
      yield [field, `There is no ${formatTime(time)} on ${formatDate(day)}: clocks go forward then`];
}

/** By field, which of both is meant by times of day that come twice when the clocks of a home go back (`instantAt`). */
export function clockNotes(values: Values, moments: Moments, { timeZone }: HomeClock): Record<string, string> {
  const notes: Record<string, string> = {};
  for (const [field, day, time] of momentsOf(values, moments))
    if (isTwice(day, time, timeZone))
      notes[field] =
        `${formatTime(time)} comes twice on ${formatDate(day)}, when clocks go back. The first one is taken.`;
  return notes;
}

/** Devices and servers may differ by so much, in milliseconds. */
const clocksDiffer = 600_000;
/** No clock of the States is ahead of this one, but those of Guam and the Marianas. */
const easternmost = 'America/Puerto_Rico';
const acrossTheDateLine: readonly unknown[] = ['GU', 'MP'];

/**
 * A time of death later than now: at the home, and where the death was in another state, on the most eastern clock of the
 * States. Of a death abroad it is not known what time it is there.
 */
export function* deathTimeErrors(
  values: Values,
  place: { state: string; country: string },
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
  // A day in the future is a fault of its own.
  for (const [, day, time] of momentsOf(values, { time_of_death: 'date_of_death' }))
    if (`${day} ${time}` > latest && day <= here.day)
      yield [
        'time_of_death',
        `Time of death cannot be in the future: it is ${formatTime(here.time)} at the funeral home`,
      ];
}
