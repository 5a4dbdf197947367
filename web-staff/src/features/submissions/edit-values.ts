import type { IntakeErrors } from '#domain/intake/intake.rules.ts';
import { validateIntake } from '#domain/intake/intake.schema.ts';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import type { FieldValue, FormField } from '#domain/values/form-field.ts';
import { isMaskedSsn } from '#domain/values/ssn.ts';
import { type Collision, collisionsOf, sameValue } from '../../ui/record-form/collision.ts';

/** What the edit form holds, by wire name: yes/no choices as 'yes' or 'no', '' for nothing, the SSN masked. */
export type EditValues = Record<string, FieldValue>;

export const editFields: readonly FormField[] = intakeFields.map(({ field }) => field);

const empty = (field: FormField): FieldValue =>
  field.kind === 'checkbox' ? false : field.kind === 'multiselect' ? [] : '';

const formValue = (field: FormField, value: unknown): FieldValue => {
  if (field.yesNo && typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.map(String) : empty(field);
};

/** A submission as the form holds it. */
export const editValuesOf = (submission: Readonly<Record<string, unknown>>): EditValues =>
  Object.fromEntries(editFields.map((field) => [field.name, formValue(field, submission[field.name])]));

/** A number nobody has replaced: still masked, or emptied and left so, which keeps what is stored. */
const keepsSsn = (field: FormField, value: FieldValue | undefined): boolean =>
  field.kind === 'ssn' && typeof value === 'string' && (value === '' || isMaskedSsn(value));

/** The fields whose value differs from where the editing began, in the form's order. */
export const changedFields = (before: EditValues, values: EditValues): FormField[] =>
  editFields.filter(
    (field) =>
      !sameValue(before[field.name], values[field.name]) &&
      !(before[field.name] !== '' && keepsSsn(field, values[field.name])),
  );

const wireValue = (field: FormField, value: FieldValue): string | boolean | string[] => {
  if (field.yesNo && (value === 'yes' || value === 'no')) return value === 'yes';
  return typeof value === 'object' ? [...value] : value;
};

/** The changed fields alone, as the wire carries them. */
export const patchOf = (before: EditValues, values: EditValues): Record<string, string | boolean | string[]> =>
  Object.fromEntries(
    changedFields(before, values).map((field) => [field.name, wireValue(field, values[field.name] ?? '')]),
  );

/** What the domain's rules read beside the fields: that a number is stored, by its last four digits. */
export const ruleValues = (values: EditValues, stored: EditValues): Record<string, unknown> => {
  const masked = stored.social_security_number;
  const kept = typeof masked === 'string' && isMaskedSsn(masked) ? masked : undefined;
  if (!kept) return values;
  const ssn = values.social_security_number === '' ? kept : values.social_security_number;
  return { ...values, social_security_number: ssn, ssn_last4: kept.slice(-4) };
};

/** Every fault of the values, where `stored` is what the server holds. */
export const errorsOf = (values: EditValues, stored: EditValues, today: string): IntakeErrors =>
  validateIntake(ruleValues(values, stored), today);

/** What an edit makes wrong that was not wrong before: a gap the family left stops no correction elsewhere. */
export const newErrors = (old: IntakeErrors, now: IntakeErrors): IntakeErrors => {
  const found = Object.entries(now) as [keyof IntakeErrors, string[]][];
  return Object.fromEntries(found.filter(([name, messages]) => old[name]?.join() !== messages.join()));
};

/** What somebody else changed since `base` that differs from what stands in the form. */
export const collisions = (base: EditValues, mine: EditValues, theirs: EditValues): Collision[] =>
  collisionsOf(editFields, { base, mine, theirs }, new Set(changedFields(base, mine).map(({ name }) => name)));
