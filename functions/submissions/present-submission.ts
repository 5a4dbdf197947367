import type { Submission } from '#domain/submissions/submission.schema.ts';
import { maskSsn } from '#domain/values/ssn.ts';
import type { SubmissionRecord } from '#functions/records/submissions.ts';
import type { Database } from '#functions/store/database.ts';

/** A submission as the wire carries it: the form flat, the SSN masked. */
export const presentSubmission = async (db: Database, record: SubmissionRecord): Promise<Submission> => {
  const [names, possible_duplicates] = await Promise.all([db.organizations.homeNames(), db.submissions.alike(record)]);
  const { form, ssn_id: _id, ssn_last4, organization_id: _organization, bot_check, ...rest } = record;
  return {
    ...form,
    ...rest,
    bot_check: bot_check.verdict,
    funeral_home_name: names.get(record.funeral_home_id) ?? '',
    possible_duplicates,
    social_security_number: ssn_last4 ? maskSsn(ssn_last4) : '',
  };
};
