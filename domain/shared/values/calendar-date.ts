import * as z from 'zod';

/** YYYY-MM-DD; sorts by time. */
export type CalendarDate = string;

/** No day of a record is before 1850 (D2 §9). */
export const earliestDate: CalendarDate = '1850-01-01';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** True if the text is an existing date, as YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Returns the full years; a person born on February 29 gets older on March 1 of common years. */
export function ageOn(birth: CalendarDate, on: CalendarDate): number {
  const years = Number(on.slice(0, 4)) - Number(birth.slice(0, 4));
  return on.slice(5) >= birth.slice(5) ? years : years - 1;
}

interface Life {
  readonly born: CalendarDate;
  readonly died: CalendarDate;
  readonly bornAt?: string | undefined;
  readonly diedAt?: string | undefined;
}

/**
 * Returns an age as on a certificate, such as '88', '7 months', '3 days', '5 hours'; '' if the death is before the
 * birth.
 */
export function ageInWords({ born, died, bornAt, diedAt }: Life): string {
  const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
  if (died < born) return '';
  const years = ageOn(born, died);
  if (years > 0) return String(years);
  const days = daysBetween(born, died);
  const hours = bornAt && diedAt ? Math.floor((days * 1440 + minutesOf(diedAt) - minutesOf(bornAt)) / 60) : undefined;
  if (hours !== undefined && hours < 24)
    return hours < 0 ? '' : hours === 0 ? 'less than 1 hour' : counted(hours, 'hour');
  if (days === 0) return 'less than 1 day';
  if (days < 14) return counted(days, 'day');
  if (days < 56) return counted(Math.floor(days / 7), 'week');
  const months =
    (Number(died.slice(0, 4)) - Number(born.slice(0, 4))) * 12 + Number(died.slice(5, 7)) - Number(born.slice(5, 7));
  return counted(died.slice(8) >= born.slice(8) ? months : months - 1, 'month');
}

/** Returns the minutes since midnight of an HH:MM time. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Between these years have four digits, so that dates compare as text. */
const firstDay = -62_167_219_200_000;
const lastDay = 253_402_214_400_000;

/** Returns the date `days` later, or earlier if negative, clamped to the years 0000 to 9999. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const at = Date.parse(`${date}T00:00:00Z`) + days * 86_400_000;
  return new Date(Math.min(Math.max(at, firstDay), lastDay)).toISOString().slice(0, 10);
}

/** Returns the last day that a two-digit year means if nothing else is known about the day. */
export const endOfNextYear = (today: CalendarDate): CalendarDate => `${Number(today.slice(0, 4)) + 1}-12-31`;

/**
 * Returns a day whose year has two digits (41-03-07, or 0041-03-07 of a browser's field) in the latest such year up to
 * `latest`: 1941-03-07. Any other text is unchanged.
 */
export function withCentury(day: string, latest: CalendarDate): string {
  const [, digits = ''] = /^(?:00)?(\d\d-\d\d-\d\d)$/.exec(day) ?? [];
  return ['20', '19'].map((century) => century + digits).find((of) => isCalendarDate(of) && of <= latest) ?? day;
}

/** Returns the last such day of a month that is not after `today`; '' if neither this year nor the last one has it. */
export function lastDayNamed(month: string, day: string, today: CalendarDate): CalendarDate | '' {
  const year = Number(today.slice(0, 4));
  const days = [year, year - 1].map((of) => `${of}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  return days.find((date) => isCalendarDate(date) && date <= today) ?? '';
}

/** Returns the days from one date to another; negative if `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** Returns the same day `months` later, or the last day of a shorter month. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const later = year * 12 + month - 1 + months;
  const [inYear, inMonth] = [Math.floor(later / 12), (later % 12) + 1];
  const inDay = Math.min(day, daysInMonth(inYear, inMonth));
  return `${inYear}-${String(inMonth).padStart(2, '0')}-${String(inDay).padStart(2, '0')}`;
}

/** Returns the date in this browser's time zone; a formatter would take 100 ms on a slow phone. */
export function localDay(at: Date): CalendarDate {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((number) => String(number).padStart(2, '0'));
  return `${String(at.getFullYear()).padStart(4, '0')}-${month}-${day}`;
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns the date at `now` in an IANA time zone; throws RangeError for an unknown zone. */
export function todayIn(timeZone: string, now: Date): CalendarDate {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    dayFormats.set(timeZone, format);
  }
  const part = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day}`;
}

const clockFormats = new Map<string, Intl.DateTimeFormat>();

/** January 1, 1000: earlier years are not formatted with four digits. */
const firstShown = -30_610_224_000_000;

/** Returns the UTC offset of a time zone at an instant, in milliseconds. */
function offsetAt(timeZone: string, at: number): number {
  // Two days from the ends, because local dates may differ by a day.
  const instant = Math.min(Math.max(at, firstShown + 172_800_000), lastDay - 172_800_000);
  const format =
    clockFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
  clockFormats.set(timeZone, format);
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const shown = Date.parse(`${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}Z`);
  return shown - Math.floor(instant / 1000) * 1000;
}

/** Returns the instant at which a day starts in an IANA time zone. */
export function startOfDay(day: CalendarDate, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Uses the offset of the result itself, which may be on the other side of a clock change.
  const guess = midnight - offsetAt(timeZone, midnight);
  return new Date(midnight - offsetAt(timeZone, guess));
}

/** The earlier one first. */
function readingsOf(day: CalendarDate, time: string, timeZone: string): [early: number, late: number] {
  const shown = Date.parse(`${day}T${time}:00Z`);
  const before = shown - offsetAt(timeZone, shown - 86_400_000);
  const after = shown - offsetAt(timeZone, shown + 86_400_000);
  return before < after ? [before, after] : [after, before];
}

/**
 * Returns the instant at which clocks show a time (HH:MM). A skipped time is read on the clock before the change; a
 * repeated time is the first, unless `reading` is `last`.
 */
export function instantAt(
  day: CalendarDate,
  time: string,
  timeZone: string,
  reading: 'first' | 'last' = 'first',
): Date {
  const [early, late] = readingsOf(day, time, timeZone);
  const shows = (at: number): boolean => momentIn(timeZone, new Date(at)).time === time;
  return new Date(shows(early) && !(reading === 'last' && shows(late)) ? early : late);
}

/** True if a clock change skips a time of day (HH:MM). */
export function isLeftOut(day: CalendarDate, time: string, timeZone: string): boolean {
  return momentIn(timeZone, instantAt(day, time, timeZone)).time !== time;
}

/** True if a clock change repeats a time of day (HH:MM). */
export function isTwice(day: CalendarDate, time: string, timeZone: string): boolean {
  const [early, late] = readingsOf(day, time, timeZone);
  return early !== late && [early, late].every((at) => momentIn(timeZone, new Date(at)).time === time);
}

/** Returns date and time (HH:MM) in a time zone at an instant. */
export function momentIn(timeZone: string, instant: Date): { day: CalendarDate; time: string } {
  const shown = new Date(instant.getTime() + offsetAt(timeZone, instant.getTime())).toISOString();
  return { day: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/** Returns the latest date anywhere on Earth (UTC+14), so that a family's real “today” is never in the future. */
export function latestToday(now: Date): CalendarDate {
  return new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
}

/** Returns “Mar 4, 2026”, the date format of D1 §9; an invalid date unchanged. */
export function formatDate(date: CalendarDate): string {
  if (!isCalendarDate(date)) return date;
  return `${months[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}, ${date.slice(0, 4)}`;
}

/** A date from 1850 on: '{label} is not a valid date', '{label} cannot be before 1850' (D2 §5). */
export function calendarDate(label: string): z.ZodString {
  const invalid = `${label} is not a valid date`;
  return z
    .string(invalid)
    .overwrite((typed) => typed.trim())
    .refine(isCalendarDate, { error: invalid, abort: true })
    .refine((date) => date >= earliestDate, `${label} cannot be before 1850`);
}

/** Returns a value that is a valid date, or undefined. */
export function parseDate(value: unknown): CalendarDate | undefined {
  return typeof value === 'string' && isCalendarDate(value) ? value : undefined;
}

/** Yields the errors of the dates of birth and death, by their field names in every form (D1 and D2 §5). */
export function* lifeDateErrors(
  values: Readonly<Record<string, unknown>>,
  today: CalendarDate,
): Generator<['date_of_birth' | 'date_of_death', string]> {
  const born = parseDate(values.date_of_birth);
  const died = parseDate(values.date_of_death);
  if (born && born > today) yield ['date_of_birth', 'Date of birth cannot be in the future'];
  if (died && died > today) yield ['date_of_death', 'Date of death cannot be in the future'];
  if (born && died && died < born) yield ['date_of_death', 'Date of death must be on or after date of birth'];
}

interface DayField {
  readonly kind: string;
  readonly name: string;
  readonly label: string;
}

/** Yields errors of mistyped years: days in `happened` cannot be in the future, others at most ten years ahead. */
export function* farDayErrors(
  fields: Iterable<DayField>,
  values: Readonly<Record<string, unknown>>,
  today: CalendarDate,
  happened: readonly string[],
): Generator<[string, string]> {
  for (const { kind, name, label } of fields) {
    const value = values[name];
    if ((kind !== 'date' && kind !== 'datetime') || typeof value !== 'string') continue;
    const day = parseDate(value.slice(0, 10));
    // An instant in UTC is already tomorrow on the evening of a home in the United States.
    if (day && happened.includes(name) && day > addDays(today, value.endsWith('Z') ? 1 : 0))
      yield [name, `${label} cannot be in the future`];
    else if (day && day > addMonths(today, 120)) yield [name, `${label} cannot be more than 10 years in the future`];
  }
}
