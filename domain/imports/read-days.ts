import { ageOn, type CalendarDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { DayOrder } from './column-values.ts';

/** Nobody in a file of the last century was older; so a year of two digits, or of an empty field (1900), tells itself. */
const oldestAge = 115;

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const wholeMonth =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;

const monthOf = (word: string): string => {
  const name = word.toLowerCase();
  return wholeMonth.test(name) ? String(monthNames.indexOf(name.slice(0, 3)) + 1) : '';
};

interface DayParts {
  year: string;
  month: string;
  day: string;
}

/** Behind the day a time may stand, as spreadsheets and databases write it. */
const timeBehind = '(?:,?[T\\s].*)?';
const patterns: readonly [RegExp, (parts: readonly string[], order: DayOrder) => DayParts][] = [
  [
    new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${timeBehind}$`),
    ([year = '', month = '', day = '']) => ({ year, month, day }),
  ],
  [/^(\d{4})(\d{2})(\d{2})$/, ([year = '', month = '', day = '']) => ({ year, month, day })],
  [
    new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4}|\\d{2})${timeBehind}$`),
    ([first = '', second = '', year = ''], order) =>
      order === 'day_first' ? { year, month: second, day: first } : { year, month: first, day: second },
  ],
  [
    new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[-\\s.]*([a-z]{3,9})[-\\s.,]*(\\d{4}|\\d{2})${timeBehind}$`, 'i'),
    ([day = '', month = '', year = '']) => ({ year, month: monthOf(month), day }),
  ],
  [
    new RegExp(`^([a-z]{3,9})[-\\s.]*(\\d{1,2})(?:st|nd|rd|th)?(?:[-\\s,]+)(\\d{4}|\\d{2})${timeBehind}$`, 'i'),
    ([month = '', day = '', year = '']) => ({ year, month: monthOf(month), day }),
  ],
];
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[,.]?\s+/i;

/** Of the days that a year of two digits can mean, the latest first, the one that is meant; undefined where that is open. */
type Century = (days: readonly CalendarDate[]) => CalendarDate | undefined;

/**
 * The day that a text says, in numbers in the order of its column, or with the name of a month in English; else undefined.
 * A year of two digits is read by `century` alone.
 */
export const importedDay = (
  text: string,
  { order = 'month_first', century = () => undefined }: { order?: DayOrder | undefined; century?: Century } = {},
): CalendarDate | undefined => {
  const plain = text.trim().replace(weekday, '');
  for (const [pattern, partsOf] of patterns) {
    const found = pattern.exec(plain);
    if (!found) continue;
    const { year, month, day } = partsOf(found.slice(1), order);
    const inYear = (whole: string): CalendarDate => `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    if (year.length === 4) return isCalendarDate(inYear(year)) ? inYear(year) : undefined;
    return century(['20', '19', '18'].map((first) => inYear(`${first}${year}`)).filter(isCalendarDate));
  }
  return undefined;
};

/** A year of two digits is the latest one in which the day is not after `latest`: 22 is 2022, and 95 is 1995. */
export const latestCentury =
  (latest: CalendarDate): Century =>
  (days) =>
    days.find((day) => day <= latest);

/** Whether somebody can have been born on a day who died, or is alive, on another. */
export const isPlausibleBirth = (born: CalendarDate, until: CalendarDate): boolean =>
  born <= until && ageOn(born, until) <= oldestAge;

/**
 * Of a birth: the one century in which the person was neither born after `until`, the day of death or today, nor older than
 * anybody is; open where two are possible (15 of who died in 2021 at 6 or at 106).
 */
export const birthCentury =
  (until: CalendarDate): Century =>
  (days) => {
    const [only, ...others] = days.filter((day) => isPlausibleBirth(day, until));
    return others.length === 0 ? only : undefined;
  };

/**
 * The time of day that a text says, as HH:MM; undefined for none. Without AM or PM it is read where it has two digits for
 * the hour, as clocks of 24 hours write it, and 7:30 to 9:59 of a service, which is in the morning; 2:00 is open.
 */
export const importedTime = (text: string, isService = false): string | undefined => {
  if (/^(?:12 ?)?noon$/i.test(text.trim())) return '12:00';
  const found =
    /^(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[T\s]+)?(\d{1,2})(?:[:.]?([0-5]\d))?(?::[0-5]\d(?:\.\d+)?)?\s*([ap])?\.?\s*(m)?\.?$/i.exec(
      text.trim(),
    );
  if (!found) return undefined;
  const [, hours = '', minutes = '', half = ''] = found;
  if (!minutes && !half) return undefined;
  const hour = Number(hours);
  if (half) {
    if (hour < 1 || hour > 12) return undefined;
    const inDay = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
    return `${String(inDay).padStart(2, '0')}:${minutes || '00'}`;
  }
  if (hour > 23) return undefined;
  const isPlain = isService ? hour >= 7 : hours.length === 2;
  return isPlain ? `${hours.padStart(2, '0')}:${minutes}` : undefined;
};
