import { caseEventEndpoints } from '#domain/calendar/day.endpoints.ts';
import type { DayConflict, DayEvent } from '#domain/calendar/day.schema.ts';
import { conflictsOf, type Planning } from '#domain/calendar/day-conflicts.ts';
import type { DayRange } from '#domain/calendar/day-events.ts';
import { dayMessages } from '#domain/calendar/day-messages.ts';
import { addDays, type CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { calendar } from '../repository/calendar.ts';
import { days } from '../repository/days.ts';
import { type DayNames, namesNeeded, readSchedule } from '../schedule.ts';

export const scheduleNeeds = { calendar, days, ...namesNeeded };
type Reads = { [Name in keyof typeof scheduleNeeds]: ReturnType<(typeof scheduleNeeds)[Name]['in']> };

/** Maximum events of a range of days in one response. */
export const maxEvents = 500;

/** Returns the days of events, each range with the day before and after, as other homes are in other time zones. */
const rangesOf = (events: readonly Pick<DayEvent, 'date' | 'end_date'>[]): DayRange[] => {
  const ranges: DayRange[] = [];
  for (const { date, end_date } of events.toSorted((a, b) => a.date.localeCompare(b.date))) {
    const next = { from: addDays(date, -1), to: addDays(end_date || date, 1) };
    const last = ranges.at(-1);
    if (last && next.from <= addDays(last.to, 1)) ranges[ranges.length - 1] = { ...last, to: maxOf(last.to, next.to) };
    else ranges.push(next);
  }
  return ranges;
};
const maxOf = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b);

interface Around {
  readonly events: readonly DayEvent[];
  readonly planning: Planning;
}

export const readAround = async (db: Reads, names: DayNames, events: readonly DayEvent[]): Promise<Around> => {
  const ranges = rangesOf(events.filter(({ date }) => date !== ''));
  const known = { names, office: await db.days.office() };
  const read = await Promise.all(ranges.map((range) => readSchedule(db, range, maxEvents, known)));
  const all = read.flatMap((schedule) => schedule.events);
  const shifts = read.flatMap(({ planning }) => planning.shifts);
  return {
    events: uniqueBy(all, ({ id, date }) => `${id} ${date}`),
    planning: { ...names, shifts: uniqueBy(shifts, ({ id }) => id) },
  };
};

const uniqueBy = <One>(all: readonly One[], keyOf: (one: One) => string): One[] => [
  ...new Map(all.map((one) => [keyOf(one), one] as const)).values(),
];

/** Returns what events need twice, with everything else on their days; `isOwn`: what these events replace there. */
export const conflictsAround = (
  { events, planning }: Around,
  own: readonly DayEvent[],
  isOwn: (event: DayEvent) => boolean,
  of: (id: string) => boolean,
): DayConflict[] => {
  const all = [...events.filter((event) => !isOwn(event)), ...own.filter(({ date }) => date !== '')];
  return conflictsOf(all, planning, of);
};

/**
 * Returns the conflicts that were not there before; one that moves along with both of its events is not new. Two events
 * that were only too close and now overlap are a new one.
 */
const newConflicts = (
  before: readonly DayConflict[],
  next: readonly DayConflict[],
  isMoved: (id: string) => boolean,
): DayConflict[] => {
  const keyOf = ({ of, name, event_ids, date, time, minutes_between }: DayConflict): string => {
    const when = of === 'shift' ? `${date} ${time}` : event_ids.every(isMoved) ? '' : date;
    const isClose = minutes_between !== undefined;
    return [of, name, event_ids.toSorted().join(), when, isClose].join('\n');
  };
  const known = new Set(before.flatMap((one) => [one, { ...one, minutes_between: 0 }].map(keyOf)));
  return next.filter((conflict) => !known.has(keyOf(conflict)));
};

interface Changed {
  readonly before: readonly DayEvent[];
  readonly next: readonly DayEvent[];
  /** Events on whose days others are read. */
  readonly moved: readonly DayEvent[];
  /** Events that `before` and `next` replace. */
  readonly isOwn: (event: DayEvent) => boolean;
  readonly isChanged: (id: string) => boolean;
  readonly reason: string;
}

/** Returns the conflicts after a change of events. Throws 409 for new ones without a reason. */
export const keptConflicts = async (
  db: Reads,
  names: DayNames,
  { before, next, moved, isOwn, isChanged, reason }: Changed,
): Promise<DayConflict[]> => {
  const around = await readAround(db, names, moved);
  const conflicts = conflictsAround(around, next, isOwn, isChanged);
  const added = newConflicts(conflictsAround(around, before, isOwn, isChanged), conflicts, isChanged);
  if (added.length > 0 && reason === '')
    throw conflictError(caseEventEndpoints.create, { conflicts: added }, dayMessages.conflict);
  return conflicts;
};
