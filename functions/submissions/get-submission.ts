import { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { submissions } from '#functions/records/submissions/submissions.ts';
import { presentSubmission } from './present-submission.ts';

export const getSubmission = handler(submissionEndpoints.get, { submissions }, async ({ params }, { db }) =>
  presentSubmission(db.submissions, await db.submissions.require(params.id)),
);
