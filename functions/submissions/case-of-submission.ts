import { v7 as uuid } from 'uuid';
import type { Actor } from '#functions/kernel/actor.ts';
import type { CaseRecord } from '#functions/records/cases.ts';
import type { SubmissionRecord } from '#functions/records/submissions.ts';

/** The case that a submission becomes, and the submission as it then stands. The SSN's reference moves along. */
export const caseOfSubmission = (
  submission: SubmissionRecord,
  case_number: string,
  { actor, now }: { actor: Actor; now: Date },
): { kase: CaseRecord; converted: SubmissionRecord } => {
  const at = now.toISOString();
  const { organization_id, funeral_home_id, ssn_id, ssn_last4 } = submission;
  const kase: CaseRecord = {
    id: uuid(),
    organization_id,
    case_number,
    status: 'draft',
    version: 1,
    created_at: at,
    updated_at: at,
    created_by_name: actor.name,
    funeral_home_id,
    source_submission_id: submission.id,
    ssn_id,
    ssn_last4,
    paid_cents: 0,
    customers: {},
  };
  const version = submission.version + 1;
  return {
    kase,
    converted: { ...submission, status: 'converted', case_id: kase.id, case_number, updated_at: at, version },
  };
};
