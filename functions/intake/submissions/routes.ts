import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { convertToCase } from './convert-to-case.ts';
import { deleteSubmission } from './delete-submission.ts';
import { getSubmission } from './get-submission.ts';
import { listSubmissions } from './list-submissions.ts';
import { markContacted } from './mark-contacted.ts';
import { updateSubmission } from './update-submission.ts';

export const submissionRoutes = routesOf(submissionEndpoints, {
  list: listSubmissions,
  get: getSubmission,
  update: updateSubmission,
  delete: deleteSubmission,
  markContacted,
  convertToCase,
});
