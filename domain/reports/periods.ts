import { addDays, addMonths, type CalendarDate } from '#domain/shared/values/calendar-date.ts';

/** Both ends are included. */
export interface Days {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

export const scopes = ['month', 'quarter', 'year', 'all'] as const;
export type Scope = (typeof scopes)[number];
export const scopeLabels: Readonly<Record<Scope, string>> = {
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
  all: 'All',
};

/** No date outside this range can be entered. */
export const firstDay: CalendarDate = '1850-01-01';
export const lastDay: CalendarDate = '9999-12-31';

export const firstOfMonth = (day: CalendarDate): CalendarDate => `${day.slice(0, 7)}-01`;
export const lastOfMonth = (day: CalendarDate): CalendarDate =>
  addMonths(`${day.slice(0, 4)}-01-31`, Number(day.slice(5, 7)) - 1);
/** Returns a date's month, YYYY-MM. */
export const monthOf = (day: CalendarDate): string => day.slice(0, 7);

/** Returns the current month, quarter or year up to `today`; everything up to it for 'all'. */
export function daysOf(scope: Scope, today: CalendarDate): Days {
  if (scope === 'all') return { from: firstDay, to: today };
  if (scope === 'month') return { from: firstOfMonth(today), to: today };
  if (scope === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today };
  const quarter = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1;
  return { from: `${today.slice(0, 5)}${String(quarter).padStart(2, '0')}-01`, to: today };
}

/** Returns the previous year's dates, keeping starts and ends of months; undefined for a range without a start. */
export function yearBefore({ from, to }: Days): Days | undefined {
  if (from <= firstDay) return undefined;
  const before = addMonths(to, -12);
  const isWhole = from === firstOfMonth(from) && to === lastOfMonth(to);
  return { from: addMonths(from, -12), to: isWhole ? lastOfMonth(before) : before };
}

/** Returns the months (YYYY-MM) up to that of `to`, the earliest first. */
export function monthsUpTo(to: CalendarDate, count: number): string[] {
  return Array.from({ length: count }, (_, at) => monthOf(addMonths(firstOfMonth(to), at - count + 1)));
}

export const daysOfMonth = (month: string): Days => ({ from: `${month}-01`, to: lastOfMonth(`${month}-01`) });

/** Splits a date range into its whole months and the remaining days at either end. */
export function inMonths({ from, to }: Days): {
  months: readonly [from: string, to: string] | undefined;
  ends: Days[];
} {
  const [isFirst, isLast] = [from === firstOfMonth(from), to === lastOfMonth(to)];
  if (monthOf(from) === monthOf(to))
    return isFirst && isLast
      ? { months: [monthOf(from), monthOf(to)], ends: [] }
      : { months: undefined, ends: [{ from, to }] };
  const [begins, ends] = [isFirst ? from : addDays(lastOfMonth(from), 1), isLast ? to : addDays(firstOfMonth(to), -1)];
  if (begins > ends) return { months: undefined, ends: [{ from, to }] };
  return {
    months: [monthOf(begins), monthOf(ends)],
    ends: [...(isFirst ? [] : [{ from, to: lastOfMonth(from) }]), ...(isLast ? [] : [{ from: firstOfMonth(to), to }])],
  };
}

/** Aging buckets of receivables in days; the last is open-ended. Future dates are in the first. */
export const ages = [
  { key: '0-30', name: '0–30 days', from: 0, to: 30 },
  { key: '31-60', name: '31–60 days', from: 31, to: 60 },
  { key: '61-90', name: '61–90 days', from: 61, to: 90 },
  { key: 'over-90', name: 'Over 90 days', from: 91, to: undefined },
] as const;

/** Returns the dates of an aging bucket as of `today`. */
export const daysOfAge = ({ from, to }: (typeof ages)[number], today: CalendarDate): Days => ({
  from: to === undefined ? firstDay : addDays(today, -to),
  to: from === 0 ? lastDay : addDays(today, -from),
});
