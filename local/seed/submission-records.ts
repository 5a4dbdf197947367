import { IntakeSubmission, type IntakeSubmissionInput } from '#domain/intake/intake.schema.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import type { FormValues, SubmissionRecord } from '#functions/intake/repository/submissions.ts';
import type { Write } from '#functions/platform/store/table.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import type { SealedSsn } from '#functions/ssn/repository.ts';
import { demoId, demoReference, demoStatusToken } from './demo-id.ts';
import type { DemoSubmission } from './demo-organization.ts';
import { answersOf } from './report.ts';
import type { Seeding } from './seeding.ts';

/** What the public form would have sent. */
export const payloadOf = ({ home, serviceType, report }: DemoSubmission): IntakeSubmissionInput => ({
  ...answersOf(report),
  consent: true,
  funeral_home_slug: home,
  recaptcha_token: 'pass',
  service_type: serviceType,
});

/** The record as it stands after the family sent it and staff called back. Throws when the form's rules refuse it. */
export const submissionOf = async (
  { cipher, organizationId, home: homeOf, staffName, instant }: Seeding,
  demo: DemoSubmission,
): Promise<{ record: SubmissionRecord; sealed: SealedSsn | undefined }> => {
  const { name, received, contacted, botScore = 0.9 } = demo;
  const parsed = IntakeSubmission.parse(payloadOf(demo));
  const { funeral_home_slug: _slug, recaptcha_token: _token, social_security_number: ssn, ...answers } = parsed;
  const { form_id: _form, form_version: _version, extra_answers: _extra, language = 'en', ...form } = answers;
  const sealed = ssn ? await cipher.seal(organizationId, ssn) : undefined;
  const home = homeOf(demo.home);
  const unverified = botScore === 'unverified';
  return {
    sealed,
    record: {
      id: demoId('submission', name),
      reference: demoReference(name),
      organization_id: organizationId,
      funeral_home_id: home.id,
      version: contacted ? 2 : 1,
      kind: 'at_need',
      status: contacted ? 'contacted' : 'new',
      language,
      created_at: instant(received),
      received_on: todayIn(home.time_zone, new Date(instant(received))),
      updated_at: instant(contacted?.hours ?? received),
      contacted_at: contacted ? instant(contacted.hours) : null,
      contacted_by_name: contacted ? staffName(contacted.by) : null,
      case_id: null,
      case_number: null,
      ssn_id: sealed?.ssn_id ?? null,
      ssn_last4: sealed?.last4 ?? null,
      bot_check: {
        verdict: unverified ? 'unverified' : 'verified',
        score: unverified ? null : botScore,
        hostname: null,
        error_codes: unverified ? ['timeout'] : [],
      },
      managed_form: null,
      extra_answers: [],
      quoted_cemetery: null,
      form: form as FormValues,
    },
  };
};

/** Everything that a submission leaves in the table, without events: the demonstration writes to nobody. */
export const submissionWrites = (
  seeding: Seeding,
  { name, received, contacted }: DemoSubmission,
  record: SubmissionRecord,
  sealed: SealedSsn | undefined,
): Write[] => {
  const { id, reference } = record;
  const db = seeding.databaseAs('family', received);
  return [
    ...db.submissions.create(record),
    db.submissions.createStatus({
      reference,
      token_hash: sha256(demoStatusToken(name)),
      funeral_home_id: record.funeral_home_id,
      submitted_at: record.created_at,
    }),
    ...(sealed ? [db.ssn.put(sealed)] : []),
    db.audit.entry('submission.received', id),
    ...(contacted
      ? [
          seeding
            .databaseAs(contacted.by, contacted.hours)
            .audit.entry('submission.contacted', id, [{ field: 'status', from: 'new', to: 'contacted' }]),
        ]
      : []),
  ];
};
