import { type MergeConflict, sameValue, type Unchanged } from '#domain/shared/forms/entries-merge.ts';
import type { FieldValue, FormField } from '#domain/shared/forms/field.ts';
import { isMaskedSsn } from '#domain/shared/values/ssn.ts';
import type { FormValues } from '../fields/field-grid.tsx';

const empty = (field: FormField): FieldValue =>
  field.kind === 'checkbox' ? false : field.kind === 'multiselect' ? [] : '';

const heldValue = (field: FormField, value: unknown): FieldValue => {
  if (field.yesNo && typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.map(String) : empty(field);
};

/** Returns a record as form values: yes/no as 'yes' or 'no', '' if empty, an SSN masked. */
export const toFormValues = (
  fields: readonly FormField[],
  record: Readonly<Record<string, unknown>> = {},
): FormValues => Object.fromEntries(fields.map((field) => [field.name, heldValue(field, record[field.name])]));

/** True for an unchanged SSN: still masked, or left empty, which keeps the stored one. */
const keepsSsn = (field: FormField, value: FieldValue | undefined): boolean =>
  field.kind === 'ssn' && typeof value === 'string' && (value === '' || isMaskedSsn(value));

export const unchangedAnswer: Unchanged = (field, before, now) =>
  sameValue(field, before, now) || (before !== '' && keepsSsn(field, now));

const wireValue = (field: FormField, value: FieldValue): string | boolean | string[] => {
  if (field.yesNo && (value === 'yes' || value === 'no')) return value === 'yes';
  return typeof value === 'object' ? [...value] : value;
};

export const patchOf = (
  changed: readonly FormField[],
  values: FormValues,
): Record<string, string | boolean | string[]> =>
  Object.fromEntries(changed.map((field) => [field.name, wireValue(field, values[field.name] ?? '')]));

export type MergeSide = 'mine' | 'theirs';

/** Returns the initial choices: my value where I changed it too, theirs elsewhere. */
export const firstChoices = (conflicts: readonly MergeConflict[]): Record<string, MergeSide> =>
  Object.fromEntries(conflicts.map(({ field, contested }) => [field.name, contested ? 'mine' : 'theirs']));

export const merged = (
  mine: FormValues,
  conflicts: readonly MergeConflict[],
  choices: Readonly<Record<string, MergeSide>>,
): FormValues => ({
  ...mine,
  ...Object.fromEntries(
    conflicts.filter(({ field }) => choices[field.name] === 'theirs').map(({ field, theirs }) => [field.name, theirs]),
  ),
});
