import * as z from 'zod';
import { sameValue, type Unchanged } from '#domain/forms/differences.ts';
import type { FieldValue, FormField } from '#domain/forms/field.ts';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import { validateIntake } from '#domain/intake/intake-form.ts';
import { isMaskedSsn } from '#domain/values/ssn.ts';
import type { FormValues } from '../../ui/fields/field-control.tsx';

export const editFields: readonly FormField[] = intakeFields.map(({ field }) => field);

const empty = (field: FormField): FieldValue =>
  field.kind === 'checkbox' ? false : field.kind === 'multiselect' ? [] : '';

const formValue = (field: FormField, value: unknown): FieldValue => {
  if (field.yesNo && typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.map(String) : empty(field);
};

/** A submission as the form holds it: yes/no choices as 'yes' or 'no', '' for nothing, the SSN masked. */
export const editValuesOf = (submission: Readonly<Record<string, unknown>> = {}): FormValues =>
  Object.fromEntries(editFields.map((field) => [field.name, formValue(field, submission[field.name])]));

/** A number nobody has replaced: still masked, or emptied and left so, which keeps what is stored. */
const keepsSsn = (field: FormField, value: FieldValue | undefined): boolean =>
  field.kind === 'ssn' && typeof value === 'string' && (value === '' || isMaskedSsn(value));

export const unchangedAnswer: Unchanged = (field, before, now) =>
  sameValue(field, before, now) || (before !== '' && keepsSsn(field, now));

const wireValue = (field: FormField, value: FieldValue): string | boolean | string[] => {
  if (field.yesNo && (value === 'yes' || value === 'no')) return value === 'yes';
  return typeof value === 'object' ? [...value] : value;
};

/** The changed fields alone, as the wire carries them. */
export const patchOf = (
  changed: readonly FormField[],
  values: FormValues,
): Record<string, string | boolean | string[]> =>
  Object.fromEntries(changed.map((field) => [field.name, wireValue(field, values[field.name] ?? '')]));

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
