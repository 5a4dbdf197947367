import { calendarEndpoints } from '#domain/calendar/calendar.endpoints.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { calendar } from './repository.ts';

const shown = 20;
/** Of cases without a date so many are looked at for those that are not over. */
const lookedAt = 200;

export const getCalendar = handler(
  calendarEndpoints.overview,
  { calendar, organizations },
  async ({ query }, { db, actor, now }) => {
    const [home, undated] = await Promise.all([
      db.organizations.plainHome(query.location ?? actor.homeId),
      db.calendar.undated(query.location, shown, lookedAt),
    ]);
    const time_zone = home?.time_zone ?? 'UTC';
    return { today: todayIn(time_zone, now), time_zone, undated };
  },
);
