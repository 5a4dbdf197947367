import { AppError, type FieldErrors, invalid } from '#domain/contract/errors.ts';
import { canonicalAnswers } from '#domain/intake/intake.rules.ts';
import { validateIntake } from '#domain/intake/intake.schema.ts';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import type { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import { todayIn } from '#domain/values/calendar-date.ts';
import { isMaskedSsn } from '#domain/values/ssn.ts';
import { type Change, changesBetween } from '#functions/data/audit.ts';
import type { FormValues, SubmissionRecord } from '#functions/data/submissions.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { presentSubmission } from './present-submission.ts';

const editable = new Set<string>(intakeFields.map(({ field }) => field.name));
const ssnField = 'social_security_number';

/** What the patch makes wrong that was not wrong before: a gap the family left does not stop a correction elsewhere. */
const newErrors = (before: FormValues, next: FormValues, last4: string | null, today: string): FieldErrors => {
  const known = last4 ? { ssn_last4: last4 } : {};
  const old = validateIntake({ ...before, ...known }, today);
  const found = Object.entries(validateIntake({ ...next, ...known }, today)) as [keyof typeof old, string[]][];
  return Object.fromEntries(
    found.filter(([field, messages]) => JSON.stringify(old[field]) !== JSON.stringify(messages)),
  );
};

/** Corrects fields of a submission. Only fields of the form can change; a masked SSN that comes back changes nothing. */
export const updateSubmission: Handler<typeof submissionEndpoints.update> = async ({ params, body }, context) => {
  const { db, cipher, actor, now } = context;
  const before = await db.submissions.require(params.id);
  if (body.version !== undefined && body.version !== before.version)
    throw new AppError('conflict', { extra: { current: await presentSubmission(db, before) } });
  if (before.status === 'converted')
    throw new AppError('conflict', { detail: 'This submission has become a case. Edit the case instead.' });
  const home = await db.organizations.home(before.funeral_home_id);
  const today = todayIn(home?.time_zone ?? 'UTC', now);
  const patch = Object.fromEntries(Object.entries(body).filter(([field]) => editable.has(field))) as FormValues;
  const typed = patch[ssnField];
  const ssn = typeof typed === 'string' && typed !== '' && !isMaskedSsn(typed) ? typed : undefined;
  delete patch[ssnField];
  const merged: FormValues = { ...before.form, ...patch, ...(ssn ? { [ssnField]: ssn } : {}) };
  const errors = newErrors(before.form, merged, before.ssn_last4, today);
  if (Object.keys(errors).length) throw invalid(errors);
  const { [ssnField]: clear, ...answers } = canonicalAnswers(merged, today, {}) as FormValues;
  // The kind of service is asked for by no field of the form, and stays.
  const { service_type = '' } = before.form;
  const form: FormValues = service_type ? { ...answers, service_type } : answers;
  const sealed = ssn ? await cipher.seal(actor.organizationId, String(clear)) : undefined;
  const next: SubmissionRecord = {
    ...before,
    form,
    ...(sealed ? { ssn_id: sealed.ssn_id, ssn_last4: sealed.last4 } : {}),
    updated_at: now.toISOString(),
    version: before.version + 1,
  };
  const changes: Change[] = changesBetween(before.form, form);
  if (sealed) changes.push({ field: ssnField, from: null, to: null });
  if (changes.length === 0) return presentSubmission(db, before);
  await db.commit(
    [
      ...db.submissions.change(before, next),
      ...(sealed ? [db.ssn.put(sealed)] : []),
      ...(sealed && before.ssn_id ? [db.ssn.remove(before.ssn_id)] : []),
      db.audit.entry('SUBMISSION', next.id, 'submission.updated', changes),
      db.outbox.event('submission.updated', next.id, { submission_id: next.id }),
    ],
    undefined,
  );
  return presentSubmission(db, next);
};
