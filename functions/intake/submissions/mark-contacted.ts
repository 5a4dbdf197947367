import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import { type SubmissionRecord, submissions } from '#functions/intake/repository/submissions.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentSubmission } from './present-submission.ts';

export const markContacted = handler(
  submissionEndpoints.markContacted,
  { submissions },
  ({ params }, { db, work, actor, now }) =>
    work.attempt(
      () => db.submissions.require(params.id),
      async (before) => {
        // A second click, or a click after conversion, changes nothing.
        if (before.status !== 'new') return presentSubmission(db.submissions, before);
        const at = now.toISOString();
        const next: SubmissionRecord = {
          ...before,
          status: 'contacted',
          contacted_at: at,
          contacted_by_name: actor.name,
          updated_at: at,
          version: before.version + 1,
        };
        const answer = await presentSubmission(db.submissions, next);
        return work
          .add(db.submissions.change(before, next))
          .audit('submission.contacted', next.id, [{ field: 'status', from: before.status, to: next.status }])
          .announce('submission.contacted', next.id, { submission_id: next.id })
          .finish(answer);
      },
    ),
);
