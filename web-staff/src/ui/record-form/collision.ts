import type { FieldValue, FormField } from '#domain/values/form-field.ts';
import type { FormValues } from '../fields/field-control.tsx';

/** A field that somebody else changed while it was being edited here. */
export interface Collision {
  field: FormField;
  mine: FieldValue;
  theirs: FieldValue;
  /** Both changed it, and not to the same. */
  contested: boolean;
}

export type Side = 'mine' | 'theirs';

/** Whether two form values are the same; the order of several choices means nothing. */
export const sameValue = (a: FieldValue | undefined, b: FieldValue | undefined): boolean => {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((value) => b.includes(value));
};

/** Whether a value says the same as where the editing began, such as a phone number written in another way. */
export type Unchanged = (field: FormField, before: FieldValue | undefined, now: FieldValue | undefined) => boolean;

/** The fields whose value differs from where the editing began, in the form's order. */
export const changedFields = (
  fields: readonly FormField[],
  before: FormValues,
  now: FormValues,
  unchanged: Unchanged = (_, a, b) => sameValue(a, b),
): FormField[] => fields.filter((field) => !unchanged(field, before[field.name], now[field.name]));

/** What somebody else changed since `base`; what only I changed is no matter of dispute. */
export const collisionsOf = (
  fields: readonly FormField[],
  { base, mine, theirs }: { base: FormValues; mine: FormValues; theirs: FormValues },
  unchanged?: Unchanged,
): Collision[] => {
  const changedByMe = new Set(changedFields(fields, base, mine, unchanged));
  return fields
    .filter(({ name }) => !sameValue(base[name], theirs[name]) && !sameValue(mine[name], theirs[name]))
    .map((field) => ({
      field,
      mine: mine[field.name] ?? '',
      theirs: theirs[field.name] ?? '',
      contested: changedByMe.has(field),
    }));
};

/** Before anybody chooses: my value where I changed it too, theirs elsewhere. */
export const firstChoices = (found: readonly Collision[]): Record<string, Side> =>
  Object.fromEntries(found.map(({ field, contested }) => [field.name, contested ? 'mine' : 'theirs']));

/** My values with the chosen ones of the other person laid over them. */
export const merged = (
  mine: FormValues,
  found: readonly Collision[],
  choices: Readonly<Record<string, Side>>,
): FormValues => ({
  ...mine,
  ...Object.fromEntries(
    found.filter(({ field }) => choices[field.name] === 'theirs').map(({ field, theirs }) => [field.name, theirs]),
  ),
});
