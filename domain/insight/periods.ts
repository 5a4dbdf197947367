import { addDays, addMonths, type CalendarDate, daysBetween } from '#domain/values/calendar-date.ts';

/** Days, both within. */
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

/** Nothing that can be entered has a day before the first or after the last one. */
export const firstDay: CalendarDate = '1850-01-01';
export const lastDay: CalendarDate = '9999-12-31';

const firstOfMonth = (day: CalendarDate): CalendarDate => `${day.slice(0, 7)}-01`;
const lastOfMonth = (day: CalendarDate): CalendarDate =>
  addMonths(`${day.slice(0, 4)}-01-31`, Number(day.slice(5, 7)) - 1);
export const monthOf = (day: CalendarDate): string => day.slice(0, 7);

/** The month, quarter or year that has begun, up to `today`; everything up to it with 'all'. */
export function daysOf(scope: Scope, today: CalendarDate): Days {
  if (scope === 'all') return { from: firstDay, to: today };
  if (scope === 'month') return { from: firstOfMonth(today), to: today };
  if (scope === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today };
  const quarter = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1;
  return { from: `${today.slice(0, 5)}${String(quarter).padStart(2, '0')}-01`, to: today };
}

/** The same days of the year before; what begins with a month and ends with one stays so. Undefined for what has no beginning. */
export function yearBefore({ from, to }: Days): Days | undefined {
  if (from <= firstDay) return undefined;
  const before = addMonths(to, -12);
  const isWhole = from === firstOfMonth(from) && to === lastOfMonth(to);
  return { from: addMonths(from, -12), to: isWhole ? lastOfMonth(before) : before };
}

/** The months (YYYY-MM) that end with that of `to`, the earliest first. */
export function monthsUpTo(to: CalendarDate, count: number): string[] {
  return Array.from({ length: count }, (_, at) => monthOf(addMonths(firstOfMonth(to), at - count + 1)));
}

/** A month as days. */
export const daysOfMonth = (month: string): Days => ({ from: `${month}-01`, to: lastOfMonth(`${month}-01`) });

/** What records are added up by: days, whole months, whole years, and all that there are. */
export type Level = 'all' | 'year' | 'month' | 'day';

/** Sums of one level in a row, by the names of their periods, or those that are taken off again. */
export interface Part {
  readonly level: Level;
  /** YYYY, YYYY-MM or YYYY-MM-DD; empty for all that there are. */
  readonly from: string;
  readonly to: string;
  readonly isLess: boolean;
}

const firstOfYear = (day: CalendarDate): CalendarDate => `${day.slice(0, 4)}-01-01`;
const lastOfYear = (day: CalendarDate): CalendarDate => `${day.slice(0, 4)}-12-31`;

/** Periods that are kept as a whole, the longest first. */
const wholes = [
  { level: 'year', nameOf: (day: CalendarDate) => day.slice(0, 4), first: firstOfYear, last: lastOfYear },
  { level: 'month', nameOf: monthOf, first: firstOfMonth, last: lastOfMonth },
] as const;
type Whole = (typeof wholes)[number];

const count = ({ from, to }: Days): number => Math.max(0, daysBetween(from, to) + 1);
const opposite = (part: Part): Part => ({ ...part, isLess: !part.isLess });

/**
 * The days of one period that are asked for, by themselves or as the whole period without its other days, whichever are
 * fewer. After `today` next to nothing has happened: those days count as none.
 */
const partsOfPeriod = (asked: Days, today: CalendarDate, at: number, { level, nameOf, first, last }: Whole): Part[] => {
  const [begins, ends] = [first(asked.from), last(asked.from)];
  const others = [
    ...(asked.from > begins ? [{ from: begins, to: addDays(asked.from, -1) }] : []),
    ...(asked.to < ends ? [{ from: addDays(asked.to, 1), to: ends }] : []),
  ];
  const until = ({ from, to }: Days): Days => ({ from, to: to < today ? to : today });
  const isLess = others.reduce((sum, one) => sum + count(until(one)), 0) < count(asked);
  if (!isLess) return covered(asked, today, at + 1);
  const name = nameOf(asked.from);
  return [
    { level, from: name, to: name, isLess: false },
    ...others.flatMap((one) => covered(one, today, at + 1)).map(opposite),
  ];
};

const covered = (days: Days, today: CalendarDate, at: number): Part[] => {
  const { from, to } = days;
  const whole = wholes[at];
  if (!whole) return [{ level: 'day', from, to, isLess: false }];
  const { level, nameOf, first, last } = whole;
  if (nameOf(from) === nameOf(to)) return partsOfPeriod(days, today, at, whole);
  const between = { from: addDays(last(from), 1), to: addDays(first(to), -1) };
  return [
    ...partsOfPeriod({ from, to: last(from) }, today, at, whole),
    ...(between.from <= between.to
      ? [{ level, from: nameOf(between.from), to: nameOf(between.to), isLess: false }]
      : []),
    ...partsOfPeriod({ from: first(to), to }, today, at, whole),
  ];
};

/** The days of a part. */
export const daysOfPart = ({ from, to }: Pick<Part, 'from' | 'to'>): Days => ({
  from: from ? `${from}-01-01`.slice(0, 10) : firstDay,
  to: !to ? lastDay : to.length === 4 ? `${to}-12-31` : to.length === 7 ? lastOfMonth(`${to}-01`) : to,
});

/** With parts that go on where another of their kind ends made one: each is a read. */
const joined = (parts: readonly Part[]): Part[] => {
  const all: Part[] = [];
  for (const part of parts.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const at = all.findIndex(
      (one) =>
        one.level === part.level &&
        one.isLess === part.isLess &&
        addDays(daysOfPart(one).to, 1) === daysOfPart(part).from,
    );
    const known = all[at];
    if (known) all[at] = { ...known, to: part.to };
    else all.push(part);
  }
  return all;
};

/**
 * How a range is read on a day of the home: as whole years and months with the days at either end, or without the others of
 * their months and years, so that any range costs few reads of few small items, however long ago it begins. Of a range that
 * ends before it begins there is nothing to read. `isAllKept`: what has no beginning is all that there is, without what comes
 * after. `areDaysBeside`: days are read as they are, since many lie in one item, and there are no sums of months and years.
 */
export function partsOf(days: Days, today: CalendarDate, { isAllKept = true, areDaysBeside = false } = {}): Part[] {
  if (days.to < days.from) return [];
  const firstWhole = areDaysBeside ? wholes.length : 0;
  if (!isAllKept || days.from > firstDay) return joined(covered(days, today, firstWhole));
  const all: Part = { level: 'all', from: '', to: '', isLess: false };
  if (days.to >= lastDay) return [all];
  const later = joined(covered({ from: addDays(days.to, 1), to: lastDay }, today, firstWhole));
  return [all, ...later.map(opposite)];
}

/** How long ago money became owed, by days of age; the last without an end. What is dated ahead is not yet 31 days old. */
export const ages = [
  { key: '0-30', name: '0–30 days', from: 0, to: 30 },
  { key: '31-60', name: '31–60 days', from: 31, to: 60 },
  { key: '61-90', name: '61–90 days', from: 61, to: 90 },
  { key: 'over-90', name: 'Over 90 days', from: 91, to: undefined },
] as const;

/** The days of an age as of `today`. */
export const daysOfAge = ({ from, to }: (typeof ages)[number], today: CalendarDate): Days => ({
  from: to === undefined ? firstDay : addDays(today, -to),
  to: from === 0 ? lastDay : addDays(today, -from),
});
