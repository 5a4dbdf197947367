import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { addDays, startOfDay, todayIn } from '#domain/values/calendar-date.ts';
import { handler } from '#functions/kernel/handler.ts';
import { cases } from '#functions/records/cases.ts';
import { organizations } from '#functions/records/organizations.ts';

const usualDays = 30;
/** Of more days the figures per day would be a picture of nothing. */
const mostDaysOneByOne = 92;

/**
 * Figures from the counters of the list: they cost the same for a hundred cases and for a hundred thousand. The services to
 * come are looked at one by one, up to a bound.
 */
export const getStatistics = handler(
  caseEndpoints.statistics,
  { cases, organizations },
  async ({ query }, { db, actor, now }) => {
    const days = Number(query.days ?? usualDays);
    const zone = (await db.organizations.plainHome(query.location ?? actor.homeId))?.time_zone ?? 'UTC';
    const today = todayIn(zone, now);
    const from = addDays(today, 1 - days);
    const single = days <= mostDaysOneByOne ? Array.from({ length: days }, (_, at) => addDays(from, at)) : [from];
    const bounds = [...single, addDays(today, 1)].map((day) => startOfDay(day, zone).toISOString());
    const [{ by_status, opened_by_status, between }, services] = await Promise.all([
      db.cases.opened(query.location, bounds),
      db.cases.services(query.location, today, addDays(today, days)),
    ]);
    const sum = (of: Record<string, number>) => Object.values(of).reduce((all, one) => all + one, 0);
    return {
      ...{ days, from, to: today, total: sum(by_status), by_status, opened: sum(opened_by_status), opened_by_status },
      opened_by_day: days <= mostDaysOneByOne ? single.map((date, at) => ({ date, count: between[at] ?? 0 })) : [],
      services_ahead: services.count,
      services_ahead_is_exact: services.isExact,
    };
  },
);
