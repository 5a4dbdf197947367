import { addDays, type CalendarDate } from '#domain/shared/values/calendar-date.ts';

/** The same date each year, the nth weekday of a month (-1 the last), or some days after one. */
type Holiday =
  | { readonly on: `${number}-${number}` }
  | { readonly month: number; readonly weekday: number; readonly nth: number; readonly plus?: number };

const [monday, thursday, friday] = [1, 4, 5];

const columbusDay: Holiday = { month: 10, weekday: monday, nth: 2 };
const juneteenth: Holiday = { on: '06-19' };

/** 5 U.S.C. 6103. */
const federal: readonly Holiday[] = [
  { on: '01-01' },
  { month: 1, weekday: monday, nth: 3 },
  { month: 2, weekday: monday, nth: 3 },
  { month: 5, weekday: monday, nth: -1 },
  juneteenth,
  { on: '07-04' },
  { month: 9, weekday: monday, nth: 1 },
  columbusDay,
  { on: '11-11' },
  { month: 11, weekday: thursday, nth: 4 },
  { on: '12-25' },
];
const dayAfterThanksgiving: Holiday = { month: 11, weekday: thursday, nth: 4, plus: 1 };

/** Other closed days, from the states' lists, reviewed 2026-11-23; the codes named here are not yet read. */
const ofStates: Readonly<Record<string, readonly Holiday[]>> = {
  AK: [{ month: 3, weekday: monday, nth: -1 }, { on: '10-18' }],
  CA: [{ on: '03-31' }, dayAfterThanksgiving],
  FL: [dayAfterThanksgiving],
  GA: [dayAfterThanksgiving],
  KS: [dayAfterThanksgiving],
  MA: [{ month: 4, weekday: monday, nth: 3 }],
  MI: [dayAfterThanksgiving, { on: '12-24' }, { on: '12-31' }],
  MO: [{ on: '02-12' }, { on: '05-08' }],
  NV: [{ month: 10, weekday: friday, nth: -1 }, dayAfterThanksgiving],
  NY: [{ on: '02-12' }, { month: 11, weekday: monday, nth: 1, plus: 1 }],
  PA: [dayAfterThanksgiving],
  SC: [{ on: '05-10' }, dayAfterThanksgiving, { on: '12-24' }, { on: '12-26' }],
  // Offices are open with part of their staff on the other holidays of Texas (Government Code 662.004).
  TX: [dayAfterThanksgiving, { on: '12-24' }, { on: '12-26' }],
  WA: [dayAfterThanksgiving],
};

/** Texas Government Code 662.003(a) and 662.004, and S.C. Code 53-5-10, not yet read. */
const openOnFederal: Readonly<Record<string, readonly Holiday[]>> = {
  SC: [columbusDay, juneteenth],
  TX: [columbusDay, juneteenth],
};

const weekdayOf = (day: CalendarDate): number => new Date(`${day}T00:00:00Z`).getUTCDay();
const dayIn = (year: number, month: number, day: number): CalendarDate =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

const nthWeekday = (year: number, month: number, weekday: number, nth: number): CalendarDate => {
  const first = dayIn(year, month, 1);
  const ahead = (weekday - weekdayOf(first) + 7) % 7;
  if (nth > 0) return addDays(first, ahead + (nth - 1) * 7);
  const next = month === 12 ? dayIn(year + 1, 1, 1) : dayIn(year, month + 1, 1);
  return addDays(next, ((weekday - weekdayOf(next) + 7) % 7) - 7);
};

/** Without substitutes for holidays on a weekend: Texas Government Code 662.005(a)(1), not yet read. */
const statesWithoutSubstitutes = ['TX'];
/** Observed on the working day before, even for a Sunday: Michigan Civil Service rules. */
const observedBefore: Readonly<Record<string, readonly string[]>> = { MI: ['12-24', '12-31'] };

const inYear = (year: number, holiday: Holiday): CalendarDate =>
  'on' in holiday
    ? `${year}-${holiday.on}`
    : addDays(nthWeekday(year, holiday.month, holiday.weekday, holiday.nth), holiday.plus ?? 0);

/**
 * Returns observed holidays: from Saturday to the working day before, from Sunday to the one after (S.C. Code of
 * Regulations 19-708.03, 5 U.S.C. 6103), past other holidays, so that no day off is lost.
 */
function observedDays(state: string, years: readonly number[]): ReadonlySet<CalendarDate> {
  const all = years.flatMap((year) =>
    [...federal.filter((holiday) => !openOnFederal[state]?.includes(holiday)), ...(ofStates[state] ?? [])].map(
      (holiday) => ({
        holiday,
        day: inYear(year, holiday),
      }),
    ),
  );
  const isWeekend = (day: CalendarDate): boolean => [0, 6].includes(weekdayOf(day));
  const isMovedBefore = ({ holiday, day }: (typeof all)[number]): boolean =>
    'on' in holiday && (observedBefore[state] ?? []).includes(holiday.on) && [5, 6, 0].includes(weekdayOf(day));
  const stays = all.filter((holiday) => !isWeekend(holiday.day) && !isMovedBefore(holiday));
  const days = new Set(stays.map(({ day }) => day));
  if (statesWithoutSubstitutes.includes(state)) return days;
  const move = (from: CalendarDate, step: 1 | -1): void => {
    let day = addDays(from, step);
    while (isWeekend(day) || days.has(day)) day = addDays(day, step);
    days.add(day);
  };
  const moved = all.filter((holiday) => !stays.includes(holiday));
  // Eves move last, because they give way to the holiday after them.
  for (const holiday of moved.filter((holiday) => !isMovedBefore(holiday)))
    move(holiday.day, weekdayOf(holiday.day) === 6 ? -1 : 1);
  for (const holiday of moved.filter(isMovedBefore)) move(holiday.day, -1);
  return days;
}

const known = new Map<string, ReadonlySet<CalendarDate>>();

/** The federal holidays for a state whose own are unknown. */
function holidaysOf(state: string, year: number): ReadonlySet<CalendarDate> {
  const name = `${state} ${year}`;
  const found = known.get(name);
  if (found) return found;
  // New Year's Day on a Saturday is observed in the year before.
  const days = observedDays(state, [year - 1, year, year + 1]);
  known.set(name, days);
  return days;
}

/** Returns whether offices of a state are open: no weekend, no holiday. */
export function isBusinessDay(state: string, day: CalendarDate): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !holidaysOf(state, Number(day.slice(0, 4))).has(day);
}

/** Returns the day itself if offices are open, or the next business day. */
export function nextBusinessDay(state: string, day: CalendarDate): CalendarDate {
  let next = day;
  while (!isBusinessDay(state, next)) next = addDays(next, 1);
  return next;
}
