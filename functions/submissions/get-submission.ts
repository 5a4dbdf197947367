import type { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { presentSubmission } from './present-submission.ts';

export const getSubmission: Handler<typeof submissionEndpoints.get> = async ({ params }, { db }) =>
  presentSubmission(db, await db.submissions.require(params.id));
