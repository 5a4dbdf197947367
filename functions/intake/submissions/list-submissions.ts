import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import { submissions } from '#functions/intake/repository/submissions.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';

export const listSubmissions = handler(
  submissionEndpoints.list,
  { submissions },
  async ({ query }, { db, request }) => {
    const paging = pageRequest(query);
    const found = await db.submissions.list({
      ...paging,
      status: query.status,
      home: query.funeral_home,
      ordering: query.ordering,
    });
    return pageAnswer(request.path, query, paging, found);
  },
);
