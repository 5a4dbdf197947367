import { AppError } from '#domain/contract/errors.ts';
import type { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import type { SubmissionRecord } from '#functions/records/submissions.ts';
import { onCurrent } from '#functions/store/on-current.ts';

export const deleteSubmission: Handler<typeof submissionEndpoints.delete> = ({ params }, { db }) => {
  const remove = (submission: SubmissionRecord) => {
    // The case holds what the family sent; the report stays with it as its source.
    if (submission.status === 'converted')
      throw new AppError('conflict', { detail: 'This submission has become a case and cannot be deleted.' });
    const { id, ssn_id } = submission;
    return db.commit(
      [
        ...db.submissions.remove(submission),
        ...(ssn_id ? [db.ssn.remove(ssn_id)] : []),
        db.audit.entry('SUBMISSION', id, 'submission.deleted'),
        db.outbox.event('submission.deleted', id, { submission_id: id }),
      ],
      { success: true as const },
    );
  };
  return onCurrent(() => db.submissions.require(params.id), remove);
};
