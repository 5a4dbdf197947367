import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import { submissions } from '#functions/intake/repository/submissions.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentSubmission } from './present-submission.ts';

export const getSubmission = handler(submissionEndpoints.get, { submissions }, async ({ params }, { db }) =>
  presentSubmission(db.submissions, await db.submissions.require(params.id)),
);
