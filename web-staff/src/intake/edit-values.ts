import * as z from 'zod';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import { validateIntake } from '#domain/intake/intake-form.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { isMaskedSsn } from '#domain/shared/values/ssn.ts';
import type { FormValues } from '../ui/fields/field-control.tsx';
import { toFormValues } from '../ui/record-form/form-values.ts';

export const editFields: readonly FormField[] = intakeFields.map(({ field }) => field);

/** A submission as the form holds it. */
export const editValuesOf = (submission: Readonly<Record<string, unknown>> = {}): FormValues =>
  toFormValues(editFields, submission);

/** What the domain's rules read beside the fields: that a number is stored, by its last four digits. */
export const ruleValues = (values: FormValues, stored: FormValues): Record<string, unknown> => {
  const masked = stored.social_security_number;
  const kept = typeof masked === 'string' && isMaskedSsn(masked) ? masked : undefined;
  if (!kept) return values;
  const ssn = values.social_security_number === '' ? kept : values.social_security_number;
  return { ...values, social_security_number: ssn, ssn_last4: kept.slice(-4) };
};

/** The rules of the family's form over values of which `stored` are those that the server holds. */
export const editRules = (stored: FormValues, today: string) =>
  z.custom<FormValues>().superRefine((values, context) => {
    for (const [name, messages] of Object.entries(validateIntake(ruleValues(values, stored), today)))
      for (const message of messages) context.addIssue({ code: 'custom', path: [name], message });
  });
