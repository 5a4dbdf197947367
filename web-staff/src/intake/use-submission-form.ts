import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { informantRemoved } from '#domain/intake/informant-of-report.ts';
import { intakeErrors } from '#domain/intake/intake.rules.ts';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import { Submission } from '#domain/intake/submission.schema.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { isMaskedSsn } from '#domain/shared/values/ssn.ts';
import { useTodayAt } from '../organizations/homes/queries.ts';
import { toastContactRemoved, toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import type { FormValues } from '../ui/fields/field-grid.tsx';
import { patchOf, toFormValues, unchangedAnswer } from '../ui/record-form/form-values.ts';
import { useRecordForm } from '../ui/record-form/use-record-form.tsx';
import { submissionKeys } from './keys.ts';
import { useUpdateSubmission } from './mutations.ts';

export const editFields: readonly FormField[] = intakeFields.map(({ field }) => field);

export const editValuesOf = (submission: Readonly<Record<string, unknown>> = {}): FormValues =>
  toFormValues(editFields, submission);

/** The rules also read the last four digits of a stored number. */
export const ruleValues = (values: FormValues, stored: FormValues): Record<string, unknown> => {
  const masked = stored.social_security_number;
  const kept = typeof masked === 'string' && isMaskedSsn(masked) ? masked : undefined;
  if (!kept) return values;
  const ssn = values.social_security_number === '' ? kept : values.social_security_number;
  return { ...values, social_security_number: ssn, ssn_last4: kept.slice(-4) };
};

/** `stored` are the server's values. */
export const editRules = (stored: FormValues, today: string) =>
  z.custom<FormValues>().superRefine((values, context) => {
    for (const [name, messages] of Object.entries(intakeErrors(ruleValues(values, stored), today)))
      for (const message of messages) context.addIssue({ code: 'custom', path: [name], message });
  });

interface SubmissionFormOptions {
  /** Called after the save, also if there was nothing to save. */
  onDone: () => void;
  reveal: (name: string) => void;
}

/** Edits the whole submission or a part, and sends only changes. */
export const useSubmissionForm = (submission: Submission, { onDone, reveal }: SubmissionFormOptions) => {
  const today = useTodayAt(submission.funeral_home_id);
  const client = useQueryClient();
  const update = useUpdateSubmission(submission.id);
  const tell = (before: Submission, saved: Submission, patch: Values) => {
    const removed = informantRemoved(before, saved, patch);
    if (Object.keys(removed).length === 0) return toastSuccess('Submission saved');
    toastContactRemoved(fullName(before.informant_first_name, before.informant_last_name), () => {
      const { version } = client.getQueryData<Submission>(submissionKeys.one(submission.id)) ?? saved;
      update.mutateAsync({ version, patch: removed as Record<string, string> }).catch(toastFailure);
    });
  };
  const form = useRecordForm<Submission>({
    fields: editFields,
    record: submission,
    recordSchema: Submission,
    versionOf: ({ version }) => version,
    valuesOf: editValuesOf,
    rules: (stored) => editRules(stored, today),
    unchanged: unchangedAnswer,
    save: async ({ record = submission, changed, values, version = 0 }) => {
      const patch = patchOf(changed, values);
      const saved = await update.mutateAsync({ version, patch });
      tell(record, saved, patch);
      return saved;
    },
    onSaved: onDone,
    editable: ({ status }) => status !== 'converted',
    reveal,
  });
  return { form, today };
};
