import { assertMay } from '#domain/access/policies.ts';
import { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { ssn } from '#functions/records/ssn.ts';
import { submissions } from '#functions/records/submissions.ts';

export const deleteSubmission = handler(
  submissionEndpoints.delete,
  { submissions, ssn },
  ({ params }, { db, work, actor }) =>
    work.attempt(
      () => db.submissions.require(params.id),
      (submission) => {
        // The case holds what the family sent; the report stays with it as its source.
        assertMay(actor, 'submission:delete', submission);
        const { id, ssn_id } = submission;
        return work
          .add(db.submissions.remove(submission), ssn_id ? db.ssn.remove(ssn_id) : undefined)
          .audit('submission.deleted', id)
          .announce('submission.deleted', id, { submission_id: id })
          .finish({ success: true as const });
      },
    ),
);
