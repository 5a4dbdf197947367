import { calendarEndpoints } from '#domain/calendar/calendar.endpoints.ts';
import { findSchedulingConflicts } from '#domain/calendar/calendar-events.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { calendar } from './repository/calendar.ts';
import { askedDays } from './schedule.ts';

const maxEvents = 500;

const listEvents = handler(calendarEndpoints.events, { calendar, organizations }, async ({ query }, context) => {
  const { from, to } = await askedDays(query, context);
  const days = { from, to, home: query.location };
  const { events, others, isComplete } = await context.db.calendar.events(days, query.kind, maxEvents);
  return { from, to, events, clashes: findSchedulingConflicts(events, others), others, is_complete: isComplete };
});

const maxShown = 20;
/** Maximum undated cases read to find open ones. */
const maxRead = 200;

const getCalendar = handler(
  calendarEndpoints.overview,
  { calendar, organizations },
  async ({ query }, { db, actor, now }) => {
    const [home, undated] = await Promise.all([
      db.organizations.plainHome(query.location ?? actor.homeId),
      db.calendar.undated(query.location, maxShown, maxRead),
    ]);
    const time_zone = home?.time_zone ?? 'UTC';
    return { today: todayIn(time_zone, now), time_zone, undated };
  },
);

export const calendarRoutes = routesOf(calendarEndpoints, { overview: getCalendar, events: listEvents });
