import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { type Cases, cases } from '#functions/cases/repository/cases.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';

const shown = 10;
const days = 7;

const listed = ({ count, isExact, rows }: Awaited<ReturnType<Cases['list']>>) => ({
  count,
  count_is_exact: isExact,
  cases: rows,
});

/** What waits, in three short lists; each is counted, and of its cases those are read that it shows. */
export const getQueue = handler(
  caseEndpoints.queue,
  { cases, organizations },
  async ({ query }, { db, actor, now }) => {
    const home = query.location;
    const zone = (await db.organizations.plainHome(home ?? actor.homeId))?.time_zone ?? 'UTC';
    const today = todayIn(zone, now);
    const first = { home, page: 1, pageSize: shown };
    const [services, drafts, lacking] = await Promise.all([
      db.cases.nextServices(home, { from: today, before: addDays(today, days) }, shown),
      db.cases.list({ ...first, status: 'draft' }),
      db.cases.list({ ...first, status: 'active', lacking: true }),
    ]);
    return { services: listed(services), drafts: listed(drafts), lacking: listed(lacking) };
  },
);
