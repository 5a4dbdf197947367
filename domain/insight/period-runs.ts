import { addDays, type CalendarDate, daysBetween } from '#domain/values/calendar-date.ts';
import { type Days, firstDay, firstOfMonth, lastDay, lastOfMonth, monthOf } from './periods.ts';

/** What facts are summed by: days, whole months, whole years, and all time. */
export type PeriodKind = 'all' | 'year' | 'month' | 'day';

/** Periods of one kind that follow one another, by the names of the first and the last one. */
export interface PeriodRun {
  readonly kind: PeriodKind;
  /** YYYY, YYYY-MM or YYYY-MM-DD; empty for all time. */
  readonly from: string;
  readonly to: string;
  /** Whether it is taken off again from the others. */
  readonly isSubtracted: boolean;
}

/** Periods that are kept as a whole, the longest first. */
const wholes = [
  {
    kind: 'year',
    nameOf: (day: CalendarDate) => day.slice(0, 4),
    first: (day: CalendarDate): CalendarDate => `${day.slice(0, 4)}-01-01`,
    last: (day: CalendarDate): CalendarDate => `${day.slice(0, 4)}-12-31`,
  },
  { kind: 'month', nameOf: monthOf, first: firstOfMonth, last: lastOfMonth },
] as const;
type Whole = (typeof wholes)[number];

const count = ({ from, to }: Days): number => Math.max(0, daysBetween(from, to) + 1);
const opposite = (run: PeriodRun): PeriodRun => ({ ...run, isSubtracted: !run.isSubtracted });

/**
 * The days of one period that are asked for, by themselves or as the whole period without its other days, whichever are
 * fewer. After `today` next to nothing has happened: those days count as none.
 */
const withinWhole = (asked: Days, today: CalendarDate, whole: Whole, shorter: readonly Whole[]): PeriodRun[] => {
  const { kind, nameOf, first, last } = whole;
  const [begins, ends] = [first(asked.from), last(asked.from)];
  const others = [
    ...(asked.from > begins ? [{ from: begins, to: addDays(asked.from, -1) }] : []),
    ...(asked.to < ends ? [{ from: addDays(asked.to, 1), to: ends }] : []),
  ];
  const until = ({ from, to }: Days): Days => ({ from, to: to < today ? to : today });
  const isLess = others.reduce((sum, one) => sum + count(until(one)), 0) < count(asked);
  if (!isLess) return covering(asked, today, shorter);
  const name = nameOf(asked.from);
  return [
    { kind, from: name, to: name, isSubtracted: false },
    ...others.flatMap((one) => covering(one, today, shorter)).map(opposite),
  ];
};

const covering = (days: Days, today: CalendarDate, [whole, ...shorter]: readonly Whole[]): PeriodRun[] => {
  const { from, to } = days;
  if (!whole) return [{ kind: 'day', from, to, isSubtracted: false }];
  const { kind, nameOf, first, last } = whole;
  if (nameOf(from) === nameOf(to)) return withinWhole(days, today, whole, shorter);
  const between = { from: addDays(last(from), 1), to: addDays(first(to), -1) };
  return [
    ...withinWhole({ from, to: last(from) }, today, whole, shorter),
    ...(between.from <= between.to
      ? [{ kind, from: nameOf(between.from), to: nameOf(between.to), isSubtracted: false }]
      : []),
    ...withinWhole({ from: first(to), to }, today, whole, shorter),
  ];
};

/** The days of a run. */
export const daysOfRun = ({ from, to }: Pick<PeriodRun, 'from' | 'to'>): Days => ({
  from: from ? `${from}-01-01`.slice(0, 10) : firstDay,
  to: !to ? lastDay : to.length === 4 ? `${to}-12-31` : to.length === 7 ? lastOfMonth(`${to}-01`) : to,
});

/** With runs that go on where another of their kind ends made one: each is a read. */
const joined = (runs: readonly PeriodRun[]): PeriodRun[] => {
  const all: PeriodRun[] = [];
  for (const run of runs.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const at = all.findIndex(
      (one) =>
        one.kind === run.kind &&
        one.isSubtracted === run.isSubtracted &&
        addDays(daysOfRun(one).to, 1) === daysOfRun(run).from,
    );
    const known = all[at];
    if (known) all[at] = { ...known, to: run.to };
    else all.push(run);
  }
  return all;
};

/**
 * The periods by which a range is read on a day of the home: whole years and months with the days at either end, or without
 * the others of their months and years, so that any range costs few reads of few small items, however long ago it begins. Of
 * a range that ends before it begins there is nothing to read. `kinds` are those that there are to read, days among them;
 * where all time is, what has no beginning is all time without what comes after.
 */
export function runsCovering(days: Days, today: CalendarDate, kinds: readonly PeriodKind[]): PeriodRun[] {
  if (days.to < days.from) return [];
  const kept = wholes.filter(({ kind }) => kinds.includes(kind));
  if (!kinds.includes('all') || days.from > firstDay) return joined(covering(days, today, kept));
  const all: PeriodRun = { kind: 'all', from: '', to: '', isSubtracted: false };
  if (days.to >= lastDay) return [all];
  const later = joined(covering({ from: addDays(days.to, 1), to: lastDay }, today, kept));
  return [all, ...later.map(opposite)];
}
