import { maxCalendarDays } from '#domain/calendar/calendar.schema.ts';
import type { DayRange } from '#domain/calendar/day-events.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { addDays, type CalendarDate, daysBetween, todayIn } from '#domain/shared/values/calendar-date.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import type { Actor } from '#functions/platform/api/actor.ts';

const defaultDays = 7;

interface AskedDays {
  from?: CalendarDate | undefined;
  to?: CalendarDate | undefined;
  location?: string | undefined;
}
interface AskedBy {
  db: { organizations: { plainHome(id: string): Promise<PlainHome | undefined> } };
  actor: Pick<Actor, 'homeId'>;
  now: Date;
}

/** Returns a range of days as asked for, by default a week from today at the home. Throws 400 for too many days. */
export const askedDays = async (query: AskedDays, { db, actor, now }: AskedBy): Promise<DayRange> => {
  const zone = (await db.organizations.plainHome(query.location ?? actor.homeId))?.time_zone ?? 'UTC';
  const from = query.from ?? (query.to ? addDays(query.to, 1 - defaultDays) : todayIn(zone, now));
  const to = query.to ?? addDays(from, defaultDays - 1);
  if (to < from) throw invalid({ to: ['End date cannot be before start date'] });
  if (daysBetween(from, to) >= maxCalendarDays) throw invalid({ to: [`Choose at most ${maxCalendarDays} days`] });
  return { from, to };
};
