import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import { submissionMessages } from '#domain/intake/submission.rules.ts';
import { toCaseSections } from '#domain/intake/submission-to-case.ts';
import { isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { convertOnce, openCase, opening } from '#functions/cases/shared/create-case.ts';
import { type SubmissionRecord, submissions } from '#functions/intake/repository/submissions.ts';
import { handler } from '#functions/platform/api/handler.ts';

/** One case per submission. The SSN's ciphertext stays where it is; the case takes over the reference. */
export const convertToCase = handler(
  submissionEndpoints.convertToCase,
  { submissions, ...opening },
  ({ params, body }, context) => {
    const { db, work, now } = context;
    const number = body.case_number_manual_override || undefined;
    const take = async (submission: SubmissionRecord) => {
      if (isInquiry(submission.kind)) throw new AppError('conflict', { detail: submissionMessages.noReport });
      const { id, funeral_home_id: homeId, reference, language, ssn_id, ssn_last4 } = submission;
      const sections = toCaseSections(submission);
      const source = { field: 'source_submission_id', id } as const;
      // The code that the family was given shows the case from now on.
      const family = { reference, language };
      const caseRecord = await openCase(context, { homeId, number, source, family, ssn_id, ssn_last4, sections });
      const { id: case_id, case_number } = caseRecord;
      const converted: SubmissionRecord = {
        ...submission,
        ...{ status: 'converted', case_id, case_number },
        updated_at: now.toISOString(),
        version: submission.version + 1,
      };
      return work
        .add(db.submissions.change(submission, converted))
        .audit('submission.converted', id, [{ field: 'case_number', from: null, to: case_number }])
        .announce('submission.converted', id, { submission_id: id, case_id })
        .finish({ case_id, case_number });
    };
    return convertOnce(context, { read: () => db.submissions.require(params.id), number, take });
  },
);
