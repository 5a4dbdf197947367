import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';
import { filtersOf } from './shared/case-filters.ts';

export const listCases = handler(
  caseEndpoints.list,
  { cases, organizations },
  async ({ query }, { db, request, actor }) => {
    const paging = pageRequest(query);
    const { status, location, case_number } = query;
    if (!case_number) {
      const found = await db.cases.list({ ...paging, ...(await filtersOf(query, db.organizations, actor)) });
      return pageAnswer(request.path, query, paging, found);
    }
    // A filter by number is exact, where a search finds what starts alike (D1 §7, check-number falls back to it).
    const row = await db.cases.rowByNumber(case_number);
    const matches = row && (!status || row.status === status) && (!location || row.funeral_home_id === location);
    const rows = matches ? [row] : [];
    return pageAnswer(request.path, query, paging, { count: rows.length, rows: paging.page === 1 ? rows : [] });
  },
);
