import type { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { pageAnswer, pageRequest } from '#functions/kernel/paging.ts';

export const listSubmissions: Handler<typeof submissionEndpoints.list> = async ({ query }, { db, request }) => {
  const paging = pageRequest(query);
  const found = await db.submissions.list({ ...paging, status: query.status, home: query.funeral_home });
  return pageAnswer(request.path, query, paging, found);
};
