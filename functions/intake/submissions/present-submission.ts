import { intakeFieldData } from '#domain/intake/intake.sections.ts';
import { listedCemeteryDetails } from '#domain/intake/resolve-cemetery.ts';
import type { Submission } from '#domain/intake/submission.schema.ts';
import { quotedCost } from '#domain/intake/submission-to-case.ts';
import { wireValuesOf } from '#domain/shared/forms/wire.ts';
import { maskSsn } from '#domain/shared/values/ssn.ts';
import type { SubmissionRecord, Submissions } from '#functions/intake/repository/submissions.ts';

/** A submission as the wire carries it: the form flat, the SSN masked. */
export const presentSubmission = async (submissions: Submissions, record: SubmissionRecord): Promise<Submission> => {
  const [funeral_home_name, possible_duplicates] = await Promise.all([
    submissions.homeNameOf(record),
    submissions.alike(record),
  ]);
  const { form, ssn_last4, bot_check, ...internal } = record;
  const {
    ssn_id: _id,
    organization_id: _organization,
    received_on: _day,
    quoted_cemetery: _quoted,
    ...rest
  } = internal;
  return {
    ...wireValuesOf(intakeFieldData, { ...form, ...listedCemeteryDetails(form.cemetery_choice) }),
    ...(typeof form.service_type === 'string' ? { service_type: form.service_type } : {}),
    ...rest,
    bot_check: bot_check.verdict,
    funeral_home_name,
    cemetery_quoted_cost: quotedCost(record) ?? null,
    possible_duplicates,
    social_security_number: ssn_last4 ? maskSsn(ssn_last4) : '',
  };
};
