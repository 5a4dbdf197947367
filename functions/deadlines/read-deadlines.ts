import { deadlineEndpoints } from '#domain/deadlines/deadline.endpoints.ts';
import { deadlineLabels } from '#domain/deadlines/deadline-kinds.ts';
import { addDays, type CalendarDate, daysBetween, todayIn } from '#domain/shared/values/calendar-date.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { deadlineOverrides } from '#functions/deadlines/repository/deadline-overrides.ts';
import { deadlines } from '#functions/deadlines/repository/deadlines.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { permits } from '#functions/permits/repository.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';
import { ownerNames, presentDeadlines } from './deadline-work.ts';

/** Days of a standing, from one on and before another: soon is from today to the day after tomorrow (D3 §4). */
const rangeOf = (standing: 'overdue' | 'soon' | 'later' | undefined, today: CalendarDate) => {
  const behindSoon = addDays(today, 3);
  if (standing === 'overdue') return { to: today };
  if (standing === 'soon') return { from: today, to: behindSoon };
  return standing === 'later' ? { from: behindSoon } : {};
};

export const listDeadlines = handler(
  deadlineEndpoints.list,
  { deadlines, organizations },
  async ({ query }, { db, actor, now, request }) => {
    const paging = pageRequest(query);
    const { standing, location: home, kind, owner, state } = query;
    const zone = (await db.organizations.plainHome(home ?? actor.homeId))?.time_zone ?? 'UTC';
    const range = rangeOf(standing, todayIn(zone, now));
    const found = await db.deadlines.list({ ...paging, home, kind, owner, state, range });
    const homeIds = [...new Set(found.rows.map(({ funeral_home_id }) => funeral_home_id))];
    const [homes, names] = await Promise.all([
      Promise.all(homeIds.map((id) => db.organizations.plainHome(id))),
      ownerNames(
        db.organizations,
        found.rows.map((row) => row.owner),
      ),
    ]);
    const homeOf = new Map(homes.flatMap((one) => (one ? [[one.id, one] as const] : [])));
    return pageAnswer(request.path, query, paging, {
      ...found,
      rows: found.rows.map((row) => ({
        ...{ id: row.id, case: row.case_id, case_number: row.case_number, deceased_name: row.deceased_name },
        funeral_home_id: row.funeral_home_id,
        funeral_home_name: homeOf.get(row.funeral_home_id)?.name ?? '',
        ...{ kind: row.kind, title: deadlineLabels[row.kind], due: row.due, state: row.state },
        days_left: daysBetween(todayIn(homeOf.get(row.funeral_home_id)?.time_zone ?? zone, now), row.due),
        ...{ owner: row.owner || null, owner_name: names.get(row.owner) ?? '' },
      })),
    });
  },
);

export const listDeadlinesOfCase = handler(
  deadlineEndpoints.ofCase,
  { cases, permits, deadlineOverrides, organizations },
  async ({ params: { id } }, { db }) => {
    const [caseRecord, { entries: ofCase }, { entries: overrides }] = await Promise.all([
      db.cases.require(id),
      db.permits.of(id),
      db.deadlineOverrides.of(id),
    ]);
    return presentDeadlines(db.organizations, { kase: caseRecord, permits: ofCase, overrides });
  },
);
