import type { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { HandlerInput } from '#domain/contract/endpoint.ts';
import { dayAfter, startOfDay } from '#domain/values/calendar-date.ts';
import type { Actor, Handler } from '#functions/kernel/context.ts';
import { pageAnswer, pageRequest } from '#functions/kernel/paging.ts';
import type { Database } from '#functions/store/database.ts';

/** The days asked for as instants; they are the days of the home that is listed, or else of whoever asks. */
const narrowing = async (query: HandlerInput<typeof caseEndpoints.list>['query'], db: Database, actor: Actor) => {
  const { service_type, service_from, service_to, created_from, created_to } = query;
  if (!created_from && !created_to) return { service_type, service_from, service_to };
  const zone = (await db.organizations.home(query.location ?? actor.homeId))?.time_zone ?? 'UTC';
  return {
    ...{ service_type, service_from, service_to },
    createdFrom: created_from && startOfDay(created_from, zone).toISOString(),
    createdBefore: created_to && startOfDay(dayAfter(created_to), zone).toISOString(),
  };
};

export const listCases: Handler<typeof caseEndpoints.list> = async ({ query }, { db, request, actor }) => {
  const paging = pageRequest(query);
  const { status, location, case_number } = query;
  if (!case_number) {
    const found = await db.cases.list({ ...paging, status, home: location, ...(await narrowing(query, db, actor)) });
    return pageAnswer(request.path, query, paging, found);
  }
  // A filter by number is exact, where a search finds what starts alike (D1 §7, check-number falls back to it).
  const row = await db.cases.rowByNumber(case_number);
  const matches = row && (!status || row.status === status) && (!location || row.funeral_home_id === location);
  const rows = matches ? [row] : [];
  return pageAnswer(request.path, query, paging, { count: rows.length, rows: paging.page === 1 ? rows : [] });
};
