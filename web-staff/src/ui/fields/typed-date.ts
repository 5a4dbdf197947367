import { addDays, type CalendarDate, formatDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { parsePastedDate } from '#domain/shared/values/pasted-date.ts';

const relative: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
const padded = (part: string): string => part.padStart(2, '0');

/** A year of two digits is the last one that is not far ahead: 37 is 1937, 26 is 2026. */
const wholeYear = (year: string, today: CalendarDate): string => {
  if (year.length !== 2) return year;
  const century = Number(today.slice(0, 2));
  return Number(year) > Number(today.slice(2, 4)) + 1 ? `${century - 1}${year}` : `${century}${year}`;
};

/**
 * The day that somebody typed: 11/20/2026, 11-20-26, 11/20 (this year), 11201937, 2026-11-20, today, yesterday or
 * tomorrow, or with the name of its month. Undefined for anything else, and for days that do not exist.
 */
export const readDate = (typed: string, today: CalendarDate): CalendarDate | undefined => {
  const text = typed.trim().toLowerCase();
  if (text in relative) return addDays(today, relative[text] ?? 0);
  if (isCalendarDate(text)) return text;
  const [, month = '', day = '', year = today.slice(0, 4)] =
    /^(\d{1,2})[/.\s-](\d{1,2})(?:[/.\s-](\d{2}|\d{4}))?$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? [];
  const date = `${wholeYear(year, today)}-${padded(month)}-${padded(day)}`;
  if (month !== '') return isCalendarDate(date) ? date : undefined;
  return /\p{L}/u.test(text) ? parsePastedDate(text) : undefined;
};

/** '11/20/1937' for editing; what is no day stays as it was typed. */
export const typedDate = (value: string): string =>
  isCalendarDate(value) ? `${value.slice(5, 7)}/${value.slice(8)}/${value.slice(0, 4)}` : value;

/** 'Nov 20, 1937', to be read back beside what was typed. */
export const spokenDate = (value: string): string => (isCalendarDate(value) ? formatDate(value) : '');
