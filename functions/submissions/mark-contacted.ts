import type { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import type { SubmissionRecord } from '#functions/records/submissions.ts';
import { onCurrent } from '#functions/store/on-current.ts';
import { presentSubmission } from './present-submission.ts';

export const markContacted: Handler<typeof submissionEndpoints.markContacted> = ({ params }, { db, actor, now }) => {
  const mark = async (before: SubmissionRecord) => {
    // A second click, or a click after conversion, changes nothing.
    if (before.status !== 'new') return presentSubmission(db, before);
    const at = now.toISOString();
    const next: SubmissionRecord = {
      ...before,
      status: 'contacted',
      contacted_at: at,
      contacted_by_name: actor.name,
      updated_at: at,
      version: before.version + 1,
    };
    await db.commit(
      [
        ...db.submissions.change(before, next),
        db.audit.entry('SUBMISSION', next.id, 'submission.contacted', [
          { field: 'status', from: before.status, to: next.status },
        ]),
        db.outbox.event('submission.contacted', next.id, { submission_id: next.id }),
      ],
      undefined,
    );
    return presentSubmission(db, next);
  };
  return onCurrent(() => db.submissions.require(params.id), mark);
};
