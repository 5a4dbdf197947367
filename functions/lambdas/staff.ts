import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import { checkNumber } from '#functions/cases/check-number.ts';
import { getAuditLog } from '#functions/cases/get-audit-log.ts';
import { getCase } from '#functions/cases/get-case.ts';
import { listCases } from '#functions/cases/list-cases.ts';
import { previewNextNumber } from '#functions/cases/preview-next-number.ts';
import { customerRoutes } from '#functions/customers/customer-routes.ts';
import { funeralHomeRoutes } from '#functions/funeral-homes/funeral-home-routes.ts';
import { createApi, implement } from '#functions/kernel/api.ts';
import { onboardingRoutes } from '#functions/onboarding/onboarding-routes.ts';
import { organizationRoutes } from '#functions/organizations/organization-routes.ts';
import { convertToCase } from '#functions/submissions/convert-to-case.ts';
import { deleteSubmission } from '#functions/submissions/delete-submission.ts';
import { getSubmission } from '#functions/submissions/get-submission.ts';
import { listSubmissions } from '#functions/submissions/list-submissions.ts';
import { markContacted } from '#functions/submissions/mark-contacted.ts';
import { updateSubmission } from '#functions/submissions/update-submission.ts';
import { teamRoutes } from '#functions/team/team-routes.ts';
import { userProfileRoutes } from '#functions/user-profiles/user-profile-routes.ts';
import { apiSettings, cipher, logger, now, table } from './parts.ts';

// Revealing an SSN is a function of its own: it alone may decrypt.
const { retrieveSsn: _elsewhere, ...caseRows } = caseEndpoints;

export const handler = createApi(
  [
    ...implement(submissionEndpoints, {
      list: listSubmissions,
      get: getSubmission,
      update: updateSubmission,
      delete: deleteSubmission,
      markContacted,
      convertToCase,
    }),
    ...implement(caseRows, { list: listCases, previewNextNumber, checkNumber, get: getCase, auditLog: getAuditLog }),
    ...funeralHomeRoutes,
    ...customerRoutes,
    ...userProfileRoutes,
    ...teamRoutes,
    ...onboardingRoutes,
    ...organizationRoutes,
  ],
  { table: table(), logger, now, cipher: cipher() },
  apiSettings(),
);
