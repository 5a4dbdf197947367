import { type CalendarDate, isCalendarDate } from './calendar-date.ts';

/** Returns a value that is a valid date, or undefined. */
export function parseDate(value: unknown): CalendarDate | undefined {
  return typeof value === 'string' && isCalendarDate(value) ? value : undefined;
}

/** Returns the errors of the dates of birth and death, by their field names in every form (D1 and D2 §5). */
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
