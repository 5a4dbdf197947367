import { attachMessages } from '#domain/cases/attach-record.ts';
import { nextOfKins } from '#domain/cases/primary-contact.ts';
import { informantLeft } from '#domain/intake/informant-of-report.ts';
import {
  canonicalAnswers,
  intakeErrors,
  isShown,
  listedCemeteryDetails,
  withCemetery,
} from '#domain/intake/intake.rules.ts';
import { intakeFieldData } from '#domain/intake/intake.sections.ts';
import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import { submissionMessages } from '#domain/intake/submission.rules.ts';
import type { Submission } from '#domain/intake/submission.schema.ts';
import { quotedCost, toCaseSections } from '#domain/intake/submission-to-case.ts';
import { isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { deletedRecordNames } from '#domain/privacy/erasure.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import { AppError, type FieldErrors, invalid } from '#domain/shared/contract/errors.ts';
import { canonicalValue, submittedValue } from '#domain/shared/forms/canonical.ts';
import { differences, sameValue } from '#domain/shared/forms/entries-merge.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { errorsIntroduced } from '#domain/shared/forms/validate.ts';
import { wireValuesOf } from '#domain/shared/forms/wire.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { clockOfHome, type HomeClock } from '#domain/shared/values/date-time.ts';
import { isMaskedSsn, maskSsn } from '#domain/shared/values/ssn.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { attachOnce, attachTo } from '#functions/cases/shared/attach-to-case.ts';
import { convertOnce, openCase, opening } from '#functions/cases/shared/create-case.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { ssnEncryptor } from '#functions/platform/api/dependencies.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { ssn } from '#functions/ssn/repository.ts';
import { type FormValues, type SubmissionRecord, type Submissions, submissions } from '../repository/submissions.ts';

/** Returns a submission as the wire has it: the form flat, the SSN masked. */
const presentSubmission = async (submissions: Submissions, record: SubmissionRecord): Promise<Submission> => {
  const [funeral_home_name, alike] = await Promise.all([submissions.homeNameOf(record), submissions.alike(record)]);
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
    ...alike,
    social_security_number: ssn_last4 ? maskSsn(ssn_last4) : '',
  };
};

const ssnField = 'social_security_number';
const isKept = (ssn: unknown): boolean => isBlank(ssn) || (typeof ssn === 'string' && isMaskedSsn(ssn));

/** A masked or blank SSN keeps the stored one. */
const patchOf = (body: Values): Values =>
  Object.fromEntries(
    intakeFieldData
      .map((field) => [field, submittedValue(field, body)] as const)
      .filter(([field, value]) => value !== undefined && !(field.secured && isKept(value)))
      .map(([field, value]) => [field.name, value]),
  );

/**
 * Returns the errors of what the patch changes. An old gap blocks no correction elsewhere, and a value of a hidden
 * field is rejected.
 */
const errorsOfPatch = (
  before: FormValues,
  next: Values,
  kept: Values,
  patch: Values,
  today: string,
  clock?: HomeClock,
): FieldErrors => {
  const named = intakeFieldData.filter(({ name }) => name in patch);
  const changed = named.filter((field) => !sameValue(field, before[field.name], canonicalOf(field, patch)));
  const hidden = changed.filter(
    (field) =>
      !field.secured && !isBlank(patch[field.name]) && isBlank(kept[field.name]) && isHidden(field, kept, today),
  );
  const errors = errorsIntroduced(
    intakeErrors(before, today, clock),
    intakeErrors(next, today, clock),
    new Set(changed.map(({ name }) => name)),
  );
  return {
    ...errors,
    ...Object.fromEntries(hidden.map(({ name, label }) => [name, [`${label} does not apply here`]])),
  };
};
const canonicalOf = (field: (typeof intakeFieldData)[number], patch: Values): unknown =>
  isBlank(patch[field.name]) ? undefined : canonicalValue(field, patch[field.name]);
const isHidden = (field: (typeof intakeFieldData)[number], values: Values, today: string): boolean =>
  !isShown(field, values, today);

/** Returns the form to store, and the new SSN if there is one. Throws 400 with the errors of the patch. */
const corrected = (
  { form: stored, ssn_last4 }: SubmissionRecord,
  patch: Values,
  serviceType: string | null | undefined,
  today: string,
  clock?: HomeClock,
) => {
  const known = ssn_last4 ? { ssn_last4 } : {};
  // Older reports are stored without the details of a listed cemetery.
  const before = { ...stored, ...listedCemeteryDetails(stored.cemetery_choice), ...known } as FormValues;
  const left = informantLeft(before, patch);
  const merged = withCemetery(before, { ...patch, ...left });
  const { [ssnField]: ssn, ...answers } = canonicalAnswers(merged, today, {});
  const allErrors = errorsOfPatch(before, merged, answers, patch, today, clock);
  // Staff ask the new informant later for what is blank.
  const errors = Object.fromEntries(Object.entries(allErrors).filter(([name]) => !(name in left)));
  if (Object.keys(errors).length) throw invalid(errors);
  // No field of the form asks for the kind of service.
  const service_type = serviceType || stored.service_type || '';
  const form = (service_type ? { ...answers, service_type } : answers) as FormValues;
  const changes = differences(intakeFieldData, before, form);
  if (service_type !== (stored.service_type ?? ''))
    changes.push({ field: 'service_type', from: stored.service_type ?? null, to: service_type });
  return { form, changes, ssn: ssn === undefined ? undefined : String(ssn) };
};

const updateSubmission = handler(
  submissionEndpoints.update,
  { submissions, organizations, ssn, ssnEncryptor },
  ({ params, body }, { db, work, ssnEncryptor, actor, now }) => {
    const correct = async (before: SubmissionRecord) => {
      if (body.version !== undefined && body.version !== before.version)
        throw conflictError(submissionEndpoints.update, { current: await presentSubmission(db.submissions, before) });
      assertAllowed(actor, 'submission:edit', before);
      const home = await db.organizations.home(before.funeral_home_id);
      const today = todayIn(home?.time_zone ?? 'UTC', now);
      const patched = corrected(before, patchOf(body), body.service_type, today, home && clockOfHome(home, now));
      const sealed = patched.ssn ? await ssnEncryptor.seal(actor.organizationId, patched.ssn) : undefined;
      const { changes } = patched;
      if (sealed) changes.push({ field: ssnField, from: null, to: null });
      if (changes.length === 0) return presentSubmission(db.submissions, before);
      const next: SubmissionRecord = {
        ...before,
        form: patched.form,
        ...(sealed ? { ssn_id: sealed.ssn_id, ssn_last4: sealed.last4 } : {}),
        updated_at: now.toISOString(),
        version: before.version + 1,
      };
      const answer = await presentSubmission(db.submissions, next);
      return work
        .add(
          db.submissions.change(before, next),
          sealed && db.ssn.put(sealed),
          sealed && before.ssn_id ? db.ssn.remove(before.ssn_id) : undefined,
        )
        .audit('submission.updated', next.id, changes)
        .announce('submission.updated', next.id, { submission_id: next.id })
        .finish(answer);
    };
    return work.attempt(() => db.submissions.require(params.id), correct);
  },
);

const ofCase = (
  submission: SubmissionRecord,
  named: { case_id: string; case_number: string },
  now: Date,
): SubmissionRecord => ({
  ...submission,
  ...named,
  status: 'converted',
  updated_at: now.toISOString(),
  version: submission.version + 1,
});

/** One case per submission. The encrypted SSN stays in its item; the case gets the reference. */
const convertToCase = handler(
  submissionEndpoints.convertToCase,
  { submissions, ...opening },
  ({ params, body }, context) => {
    const { db, work, now } = context;
    const number = body.case_number_manual_override || undefined;
    const take = async (submission: SubmissionRecord) => {
      if (isInquiry(submission.kind)) throw new AppError('conflict', { detail: submissionMessages.noReport });
      const { id, funeral_home_id: homeId, reference, language, ssn_id, ssn_last4 } = submission;
      const sections = toCaseSections(submission);
      const source = { field: 'source_submission_id', id } as const;
      const family = { reference, language };
      const caseRecord = await openCase(context, { homeId, number, source, family, ssn_id, ssn_last4, sections });
      const { id: case_id, case_number } = caseRecord;
      return work
        .add(db.submissions.change(submission, ofCase(submission, { case_id, case_number }, now)))
        .audit('submission.converted', id, [{ field: 'case_number', from: null, to: case_number }])
        .announce('submission.converted', id, { submission_id: id, case_id })
        .finish({ case_id, case_number });
    };
    return convertOnce(context, { read: () => db.submissions.require(params.id), number, take });
  },
);

/** The SSN stays with the report, because the case keeps what it knows. */
const attachToCase = handler(submissionEndpoints.attachToCase, { submissions, cases }, ({ params, body }, context) => {
  const { db, work, now } = context;
  const take = async (submission: SubmissionRecord) => {
    if (isInquiry(submission.kind)) throw new AppError('conflict', { detail: submissionMessages.noReport });
    const { id } = submission;
    const nextOfKin = nextOfKins(toCaseSections(submission).informant);
    const core = await attachTo(context, body.case, { kind: 'submissions', id, nextOfKin });
    const named = { case_id: core.id, case_number: core.case_number };
    return work
      .add(db.submissions.change(submission, ofCase(submission, named, now)))
      .audit('submission.attached', id, [{ field: 'case_number', from: null, to: core.case_number }])
      .announce('submission.converted', id, { submission_id: id, case_id: core.id })
      .finish(named);
  };
  const read = () => db.submissions.require(params.id);
  return attachOnce(context, { read, caseId: body.case, taken: attachMessages.otherReport, take });
});

const markContacted = handler(
  submissionEndpoints.markContacted,
  { submissions },
  ({ params }, { db, work, actor, now }) =>
    work.attempt(
      () => db.submissions.require(params.id),
      async (before) => {
        if (before.contacted_at) return presentSubmission(db.submissions, before);
        const at = now.toISOString();
        const next: SubmissionRecord = {
          ...before,
          status: before.status === 'new' ? 'contacted' : before.status,
          contacted_at: at,
          contacted_by_name: actor.name,
          updated_at: at,
          version: before.version + 1,
        };
        const answer = await presentSubmission(db.submissions, next);
        return work
          .add(db.submissions.change(before, next))
          .audit('submission.contacted', next.id, [
            next.status === before.status
              ? { field: 'contacted_at', from: null, to: at }
              : { field: 'status', from: before.status, to: next.status },
          ])
          .announce('submission.contacted', next.id, { submission_id: next.id })
          .finish(answer);
      },
    ),
);

const names = ['deceased_first_name', 'deceased_last_name', 'informant_first_name', 'informant_last_name'];

/** A report that no staff member changed, such as junk, leaves no names. */
const namesOf = ({ version, form }: SubmissionRecord) => (version > 1 ? deletedRecordNames(form, names) : []);

const deleteSubmission = handler(submissionEndpoints.delete, { submissions, ssn }, ({ params }, { db, work, actor }) =>
  work.attempt(
    () => db.submissions.require(params.id),
    (submission) => {
      assertAllowed(actor, 'submission:delete', submission);
      const { id, ssn_id } = submission;
      return work
        .add(db.submissions.remove(submission), ssn_id ? db.ssn.remove(ssn_id) : undefined)
        .audit('submission.deleted', id, namesOf(submission))
        .announce('submission.deleted', id, { submission_id: id })
        .finish({ success: true as const });
    },
  ),
);

const listSubmissions = handler(submissionEndpoints.list, { submissions }, async ({ query }, { db, request, now }) => {
  const paging = pageRequest(query);
  const { status, funeral_home: home, ordering } = query;
  const waiting = query.waiting === 'true';
  const found = await db.submissions.list({ ...paging, status, home, ordering, waiting }, now);
  return pageAnswer(request.path, query, paging, found);
});

const getSubmission = handler(submissionEndpoints.get, { submissions }, async ({ params }, { db }) =>
  presentSubmission(db.submissions, await db.submissions.require(params.id)),
);

export const submissionRoutes = routesOf(submissionEndpoints, {
  list: listSubmissions,
  get: getSubmission,
  update: updateSubmission,
  delete: deleteSubmission,
  markContacted,
  convertToCase,
  attachToCase,
});
