import { v7 as uuid } from 'uuid';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { hashOfCode, newCode, newReference } from '#functions/families/repository/family-pages.ts';
import type { FormValues, SubmissionRecord } from '#functions/intake/repository/submissions.ts';
import type { PublicHomeProfile } from '#functions/organizations/repository/homes.ts';
import type { BotVerdict } from '#functions/platform/adapters/bot-check.ts';
import type { SealedSsn } from '#functions/ssn/repository.ts';

type Answered = Pick<SubmissionRecord, 'kind' | 'managed_form' | 'extra_answers' | 'quoted_cemetery' | 'language'>;

export const newSubmission = (
  home: PublicHomeProfile,
  form: FormValues,
  { verdict, ...found }: BotVerdict & { verdict: 'verified' | 'unverified' },
  sealed: SealedSsn | undefined,
  answered: Answered,
  now: Date,
): SubmissionRecord => ({
  id: uuid(),
  reference: newReference(),
  organization_id: home.organization_id,
  funeral_home_id: home.funeral_home_id,
  version: 1,
  status: 'new',
  created_at: now.toISOString(),
  received_on: todayIn(home.time_zone, now),
  updated_at: now.toISOString(),
  contacted_at: null,
  contacted_by_name: null,
  case_id: null,
  case_number: null,
  ssn_id: sealed?.ssn_id ?? null,
  ssn_last4: sealed?.last4 ?? null,
  bot_check: { ...found, verdict },
  form,
  ...answered,
});

/** Returns a code for the report's status; only its hash is stored. */
export const newReportStatus = ({
  id,
  kind,
  organization_id,
  reference,
  funeral_home_id,
  created_at,
}: SubmissionRecord) => {
  const status_token = newCode();
  const status = {
    reference,
    token_hash: hashOfCode(status_token),
    funeral_home_id,
    submitted_at: created_at,
    report: { organization_id, id },
    kind,
  };
  return { status_token, status };
};

export const submissionReceivedResponse = ({ reference }: SubmissionRecord, status_token: string) => ({
  success: true as const,
  message: 'Thank you. We have received your information and will contact you shortly.',
  reference,
  status_token,
});
