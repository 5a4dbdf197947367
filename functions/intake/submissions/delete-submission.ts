import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import { deletedRecordNames } from '#domain/privacy/deleted-names.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { type SubmissionRecord, submissions } from '#functions/intake/repository/submissions.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { ssn } from '#functions/ssn/repository.ts';

const names = ['deceased_first_name', 'deceased_last_name', 'informant_first_name', 'informant_last_name'];

/** Whose report it was, where staff have worked on it. Of one that nobody touched, such as junk, nothing is left. */
const namesOf = ({ version, form }: SubmissionRecord) => (version > 1 ? deletedRecordNames(form, names) : []);

export const deleteSubmission = handler(
  submissionEndpoints.delete,
  { submissions, ssn },
  ({ params }, { db, work, actor }) =>
    work.attempt(
      () => db.submissions.require(params.id),
      (submission) => {
        // The case holds what the family sent; the report stays with it as its source.
        assertAllowed(actor, 'submission:delete', submission);
        const { id, ssn_id } = submission;
        return work
          .add(db.submissions.remove(submission), ssn_id ? db.ssn.remove(ssn_id) : undefined)
          .audit('submission.deleted', id, namesOf(submission))
          .announce('submission.deleted', id, { submission_id: id })
          .finish({ success: true as const });
      },
    ),
);
