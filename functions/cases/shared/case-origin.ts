import type { CaseRecord } from '#functions/cases/repository/cases.ts';
import type { FirstCalls } from '#functions/first-calls/repository/first-calls.ts';
import type { Submissions } from '#functions/intake/repository/submissions.ts';
import type { Work } from '#functions/platform/api/work.ts';
import type { Write } from '#functions/platform/store/table.ts';
import type { createSsnRepository, SealedSsn } from '#functions/ssn/repository.ts';

export interface SourceContext {
  db: { submissions: Submissions; firstCalls: FirstCalls; ssn: ReturnType<typeof createSsnRepository> };
}

/** The report or the first call that a case was made of; neither for one that was opened from nothing. */
const sourceOf = async ({ db }: SourceContext, core: CaseRecord) => {
  const { source_submission_id, source_first_call_id } = core;
  const [submission, firstCall] = await Promise.all([
    source_submission_id ? db.submissions.find(source_submission_id) : undefined,
    source_first_call_id ? db.firstCalls.find(source_first_call_id) : undefined,
  ]);
  return { submission, firstCall };
};

/** Takes a case's number away, unless what the case was made of still refers to it. */
export const removeSsnWrite = async (context: SourceContext, core: CaseRecord): Promise<Write | undefined> => {
  if (!core.ssn_id) return undefined;
  const { submission, firstCall } = await sourceOf(context, core);
  const isShared = submission?.ssn_id === core.ssn_id || firstCall?.ssn_id === core.ssn_id;
  return isShared ? undefined : context.db.ssn.remove(core.ssn_id);
};

/** Puts a case's new number in place of the one it had. */
export const replaceSsnWrites = async (
  context: SourceContext,
  core: CaseRecord,
  sealed: SealedSsn,
): Promise<Write[]> => {
  const dropped = await removeSsnWrite(context, core);
  return [context.db.ssn.put(sealed), ...(dropped ? [dropped] : [])];
};

interface Reverting extends SourceContext {
  work: Work<'submission.reverted' | 'first-call.reverted', 'submission.updated' | 'first-call.updated'>;
  now: Date;
}

/** What a case that goes was made of is again what it was before, and can become another case. */
export const revertSourceWrites = async (context: Reverting, core: CaseRecord): Promise<Write[]> => {
  const { db, work, now } = context;
  const { submission, firstCall } = await sourceOf(context, core);
  const updated_at = now.toISOString();
  const changes = [{ field: 'case_number', from: core.case_number, to: null }];
  const writes: Write[] = [];
  if (submission?.case_id === core.id) {
    const status = submission.contacted_at ? ('contacted' as const) : ('new' as const);
    const next = {
      ...submission,
      status,
      case_id: null,
      case_number: null,
      updated_at,
      version: submission.version + 1,
    };
    writes.push(...db.submissions.change(submission, next));
    work
      .audit('submission.reverted', submission.id, changes)
      .announce('submission.updated', submission.id, { submission_id: submission.id });
  }
  if (firstCall?.case_id === core.id) {
    const { converted_from: status = 'active', ...kept } = firstCall;
    const next = { ...kept, status, case_id: null, case_number: null, updated_at };
    writes.push(db.firstCalls.change(firstCall, { ...next, version: firstCall.version + 1 }));
    work
      .audit('first-call.reverted', firstCall.id, changes)
      .announce('first-call.updated', firstCall.id, { first_call_id: firstCall.id });
  }
  return writes;
};
