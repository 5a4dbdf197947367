import { IntakeSubmission, type IntakeSubmissionInput } from '#domain/intake/intake.schema.ts';
import { latestToday, todayIn } from '#domain/shared/values/calendar-date.ts';
import { localDateTime } from '#domain/shared/values/date-time.ts';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import type { FirstCallRecord } from '#functions/first-calls/repository/first-calls.ts';
import { validateSheet } from '#functions/first-calls/shared/write-sheet.ts';
import type { FormValues, SubmissionRecord } from '#functions/intake/repository/submissions.ts';
import type { Write } from '#functions/platform/store/table.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import type { SealedSsn } from '#functions/ssn/repository.ts';
import type { DemoFirstCall, DemoSubmission } from './demo-organization.ts';
import { answersOf } from './report.ts';
import { demoId, demoReference, demoStatusToken, type Seeding } from './seeding.ts';

/** Returns the sheet as recorded, with the time of call as a screen sets it. Throws if the rules reject it. */
export const firstCallOf = async (
  { cipher, organizationId, home: homeOf, staffName, instant, now }: Seeding,
  { name, home, received, by, draft, arrivesIn, answers }: DemoFirstCall,
): Promise<{ record: FirstCallRecord; sealed: SealedSsn | undefined }> => {
  const status = draft ? 'draft' : 'active';
  const { id: homeId, time_zone } = homeOf(home);
  const at = instant(received);
  const call_received_at = localDateTime(time_zone, new Date(at));
  const removal_expected_at =
    arrivesIn === undefined ? undefined : localDateTime(time_zone, new Date(now.getTime() + arrivesIn * 60_000));
  const sent = { ...answers, call_received_at, removal_expected_at };
  const { ssn, ...judged } = validateSheet(undefined, sent, { home: homeId, status, today: latestToday(now) });
  const sealed = ssn ? await cipher.seal(organizationId, ssn) : undefined;
  const record: FirstCallRecord = {
    id: demoId('first-call', name),
    organization_id: organizationId,
    funeral_home_id: homeId,
    version: 1,
    status,
    created_at: at,
    updated_at: at,
    created_by_name: staffName(by),
    updated_by_name: staffName(by),
    case_id: null,
    case_number: null,
    removal_left_at: null,
    removal_arrived_at: null,
    ssn_id: sealed?.ssn_id ?? null,
    ssn_last4: sealed?.last4 ?? null,
    form: judged.form,
    next_of_kins: judged.next_of_kins.map((nextOfKin, place) => ({
      ...nextOfKin,
      id: demoId('first-call', `${name} ${place}`),
    })),
  };
  return { record, sealed };
};

export const firstCallWrites = (
  seeding: Seeding,
  { by, received }: DemoFirstCall,
  record: FirstCallRecord,
  sealed: SealedSsn | undefined,
): Write[] => {
  const db = seeding.databaseAs(by, received);
  return [
    db.firstCalls.create(record),
    ...(sealed ? [db.ssn.put(sealed)] : []),
    db.audit.entry('first-call.created', record.id),
  ];
};

/** Returns the sheet of a case after its conversion. */
export const convertedFirstCall = async (
  seeding: Seeding,
  demo: DemoFirstCall,
  caseRecord: CaseRecord,
): Promise<Write[]> => {
  const { record, sealed } = await firstCallOf(seeding, demo);
  const { id: case_id, case_number, created_at: updated_at } = caseRecord;
  const converted: FirstCallRecord = { ...record, status: 'converted', case_id, case_number, updated_at, version: 2 };
  const db = seeding.databaseAs(demo.by, demo.received);
  return [
    ...firstCallWrites(seeding, demo, converted, sealed),
    db.audit.entry('first-call.converted', record.id, [{ field: 'case_number', from: null, to: case_number }]),
  ];
};

export const payloadOf = ({ home, serviceType, report }: DemoSubmission): IntakeSubmissionInput => ({
  ...answersOf(report),
  consent: true,
  funeral_home_slug: home,
  recaptcha_token: 'pass',
  service_type: serviceType,
});

/** Returns the record after the family sent it and staff called back. Throws if the form's rules reject it. */
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

/** Returns all writes of a submission, without events, because the demo sends no emails. */
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
