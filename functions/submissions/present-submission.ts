import { wireValuesOf } from '#domain/forms/wire.ts';
import { intakeFieldData } from '#domain/intake/intake.sections.ts';
import type { Submission } from '#domain/submissions/submission.schema.ts';
import { searchTokens } from '#domain/values/fold.ts';
import { maskSsn } from '#domain/values/ssn.ts';
import { rowOf, type SubmissionRecord, type Submissions } from '#functions/records/submissions.ts';

const likeness = (record: SubmissionRecord): string => searchTokens(rowOf(record).deceased_full_name).join(' ');

const duplicatesOf = async (
  submissions: Submissions,
  record: SubmissionRecord,
): Promise<Submission['possible_duplicates']> => {
  const lastName = String(record.form.deceased_last_name ?? '');
  if (searchTokens(lastName).every((token) => token.length < 2)) return [];
  const { rows } = await submissions.list({ search: lastName, page: 1, pageSize: 100 });
  const row = rowOf(record);
  return rows
    .filter(({ id }) => id !== record.id)
    .filter(
      (other) =>
        other.date_of_death === row.date_of_death ||
        searchTokens(other.deceased_full_name).join(' ') === likeness(record),
    )
    .map(({ id, deceased_full_name, created_at }) => ({ id, deceased_full_name, created_at }));
};

/** A submission as the wire carries it: the form flat, the SSN masked. */
export const presentSubmission = async (submissions: Submissions, record: SubmissionRecord): Promise<Submission> => {
  const { form, ssn_id: _id, ssn_last4, organization_id: _organization, bot_check, ...rest } = record;
  return {
    ...wireValuesOf(intakeFieldData, form),
    ...(typeof form.service_type === 'string' ? { service_type: form.service_type } : {}),
    ...rest,
    bot_check: bot_check.verdict,
    possible_duplicates: await duplicatesOf(submissions, record),
    social_security_number: ssn_last4 ? maskSsn(ssn_last4) : '',
  };
};
