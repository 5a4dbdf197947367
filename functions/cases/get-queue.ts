import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { addDays, todayIn } from '#domain/values/calendar-date.ts';
import { handler } from '#functions/kernel/handler.ts';
import { type Cases, cases } from '#functions/records/cases.ts';
import { organizations } from '#functions/records/organizations.ts';

const shown = 10;
/** So many rows are looked at for those that wait, however many cases there are. */
const lookedAt = 100;
const days = 7;

type Walked = Awaited<ReturnType<Cases['walk']>>;

const waiting = ({ rows, cursor }: Walked, waits: (row: CaseRow) => boolean = () => true) => {
  const found = rows.filter(waits);
  return { count: found.length, count_is_exact: cursor === null, cases: found.slice(0, shown) };
};

/** What waits, in three short lists; each looks at a bounded part of the cases and says whether that was all. */
export const getQueue = handler(
  caseEndpoints.queue,
  { cases, organizations },
  async ({ query }, { db, actor, now }) => {
    const home = query.location;
    const zone = (await db.organizations.home(home ?? actor.homeId))?.time_zone ?? 'UTC';
    const service_from = todayIn(zone, now);
    const week = { home, service_from, service_to: addDays(service_from, days - 1) };
    const [services, drafts, active] = await Promise.all([
      db.cases.walk(week, undefined, lookedAt),
      db.cases.list({ home, status: 'draft', page: 1, pageSize: shown }),
      db.cases.walk({ home, status: 'active' }, undefined, lookedAt),
    ]);
    return {
      services: waiting(services, ({ status }) => status !== 'cancelled'),
      drafts: { count: drafts.count, count_is_exact: drafts.isExact, cases: drafts.rows },
      lacking: waiting(active, ({ missing_count }) => missing_count > 0),
    };
  },
);
