import type { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { pageAnswer, pageRequest } from '#functions/kernel/paging.ts';

export const listCases: Handler<typeof caseEndpoints.list> = async ({ query }, { db, request }) => {
  const paging = pageRequest({ ...query, search: query.case_number ?? query.search });
  const found = await db.cases.list({ ...paging, status: query.status, home: query.location });
  // A filter by number is exact, where a search finds what starts alike (D1 §7, check-number falls back to it).
  const rows = query.case_number ? found.rows.filter((row) => row.case_number === query.case_number) : found.rows;
  return pageAnswer(request.path, query, paging, { count: query.case_number ? rows.length : found.count, rows });
};
