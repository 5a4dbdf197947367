import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { firstCalls } from '#functions/first-calls/repository/first-calls.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';

export const listFirstCalls = handler(firstCallEndpoints.list, { firstCalls }, async ({ query }, { db, request }) => {
  const paging = pageRequest(query);
  const { status, location: home, ordering } = query;
  const found = await db.firstCalls.list({ ...paging, status, home, ordering });
  return pageAnswer(request.path, query, paging, found);
});
