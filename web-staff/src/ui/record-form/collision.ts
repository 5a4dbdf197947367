import type { FieldValue, FormField } from '#domain/values/form-field.ts';

type Values = Readonly<Record<string, FieldValue>>;

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

/** What somebody else changed since `base`; what only I changed (`mineToo`) is no matter of dispute. */
export const collisionsOf = (
  fields: readonly FormField[],
  { base, mine, theirs }: { base: Values; mine: Values; theirs: Values },
  mineToo: ReadonlySet<string>,
): Collision[] =>
  fields
    .filter(({ name }) => !sameValue(base[name], theirs[name]) && !sameValue(mine[name], theirs[name]))
    .map((field) => ({
      field,
      mine: mine[field.name] ?? '',
      theirs: theirs[field.name] ?? '',
      contested: mineToo.has(field.name),
    }));

/** Before anybody chooses: my value where I changed it too, theirs elsewhere. */
export const firstChoices = (found: readonly Collision[]): Record<string, Side> =>
  Object.fromEntries(found.map(({ field, contested }) => [field.name, contested ? 'mine' : 'theirs']));

/** My values with the chosen ones of the other person laid over them. */
export const merged = (
  mine: Values,
  found: readonly Collision[],
  choices: Readonly<Record<string, Side>>,
): Record<string, FieldValue> => ({
  ...mine,
  ...Object.fromEntries(
    found.filter(({ field }) => choices[field.name] === 'theirs').map(({ field, theirs }) => [field.name, theirs]),
  ),
});
