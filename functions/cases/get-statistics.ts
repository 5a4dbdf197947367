import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { addDays, addMonths, type CalendarDate, startOfDay, todayIn } from '#domain/shared/values/calendar-date.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';

const defaultDays = 30;
/** Of more days the figures per day would be a picture of nothing: they are told by month. */
const maxDaysOneByOne = 92;

/** The first days of the parts whose figures are told: each day, or the first day and the beginnings of months after it. */
const partsOf = (from: CalendarDate, today: CalendarDate, days: number): CalendarDate[] => {
  if (days <= maxDaysOneByOne) return Array.from({ length: days }, (_, at) => addDays(from, at));
  const parts = [from];
  for (let month = addMonths(`${from.slice(0, 7)}-01`, 1); month <= today; month = addMonths(month, 1))
    parts.push(month);
  return parts;
};

/**
 * Figures from the counters of the lists: they cost the same for a hundred cases and for a hundred thousand.
 */
export const getStatistics = handler(
  caseEndpoints.statistics,
  { cases, organizations },
  async ({ query }, { db, actor, now }) => {
    const days = Number(query.days ?? defaultDays);
    const zone = (await db.organizations.plainHome(query.location ?? actor.homeId))?.time_zone ?? 'UTC';
    const instantOf = (day: CalendarDate): string => startOfDay(day, zone).toISOString();
    const today = todayIn(zone, now);
    const from = addDays(today, 1 - days);
    const parts = partsOf(from, today, days);
    const bounds = [addDays(from, -days), ...parts, addDays(today, 1)].map(instantOf);
    const [{ by_status, opened_by_status, between }, services] = await Promise.all([
      db.cases.opened(query.location, instantOf(from), bounds),
      db.cases.services(query.location, { from: today, before: addDays(today, days) }),
    ]);
    const sum = (of: Record<string, number>) => Object.values(of).reduce((all, one) => all + one, 0);
    const [opened_before = 0, ...counts] = between;
    const told = parts.map((first, at) => ({ first, count: counts[at] ?? 0 }));
    const isByDay = days <= maxDaysOneByOne;
    return {
      ...{ days, from, to: today, total: sum(by_status), by_status },
      ...{ opened: sum(opened_by_status), opened_by_status, opened_before },
      opened_by_day: isByDay ? told.map(({ first, count }) => ({ date: first, count })) : [],
      opened_by_month: isByDay ? [] : told.map(({ first, count }) => ({ month: first.slice(0, 7), count })),
      services_ahead: services.count,
      services_ahead_is_exact: services.isExact,
    };
  },
);
