import { addDays, addMonths, type CalendarDate, isCalendarDate } from './calendar-date.ts';

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
