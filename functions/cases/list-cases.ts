import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { HandlerInput } from '#domain/contract/endpoint.ts';
import { addDays, startOfDay } from '#domain/values/calendar-date.ts';
import { handler } from '#functions/kernel/handler.ts';
import { pageAnswer, pageRequest } from '#functions/kernel/paging.ts';
import { cases } from '#functions/records/cases.ts';
import { type Organizations, organizations } from '#functions/records/organizations.ts';

type Query = HandlerInput<typeof caseEndpoints.list>['query'];

/** The days asked for, as instants: they are days of the home that is listed, or else of whoever asks. */
const narrowing = async (
  { service_type, service_from, service_to, created_from, created_to, location }: Query,
  homes: Organizations,
  homeId: string,
) => {
  const narrowed = { service_type, service_from, service_to };
  if (!created_from && !created_to) return narrowed;
  const zone = (await homes.home(location ?? homeId))?.time_zone ?? 'UTC';
  return {
    ...narrowed,
    createdFrom: created_from && startOfDay(created_from, zone).toISOString(),
    createdBefore: created_to && startOfDay(addDays(created_to, 1), zone).toISOString(),
  };
};

export const listCases = handler(
  caseEndpoints.list,
  { cases, organizations },
  async ({ query }, { db, request, actor }) => {
    const paging = pageRequest(query);
    const { status, location, case_number } = query;
    if (!case_number) {
      const narrowed = await narrowing(query, db.organizations, actor.homeId);
      const found = await db.cases.list({
        ...paging,
        status,
        home: location,
        ordering: query.ordering,
        ...narrowed,
      });
      return pageAnswer(request.path, query, paging, found);
    }
    // A filter by number is exact, where a search finds what starts alike (D1 §7, check-number falls back to it).
    const row = await db.cases.rowByNumber(case_number);
    const matches = row && (!status || row.status === status) && (!location || row.funeral_home_id === location);
    const rows = matches ? [row] : [];
    return pageAnswer(request.path, query, paging, { count: rows.length, rows: paging.page === 1 ? rows : [] });
  },
);
