import type { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { pageAnswer, pageRequest } from '#functions/kernel/paging.ts';

export const listCases: Handler<typeof caseEndpoints.list> = async ({ query }, { db, request }) => {
  const paging = pageRequest(query);
  const { status, location, case_number } = query;
  if (!case_number) {
    const found = await db.cases.list({ ...paging, status, home: location });
    return pageAnswer(request.path, query, paging, found);
  }
  // A filter by number is exact, where a search finds what starts alike (D1 §7, check-number falls back to it).
  const row = await db.cases.rowByNumber(case_number);
  const matches = row && (!status || row.status === status) && (!location || row.funeral_home_id === location);
  const rows = matches ? [row] : [];
  return pageAnswer(request.path, query, paging, { count: rows.length, rows: paging.page === 1 ? rows : [] });
};
