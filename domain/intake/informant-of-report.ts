import { isCorrectedName } from '#domain/cases/corrected-name.ts';
import { canonicalValue } from '#domain/shared/forms/canonical.ts';
import { sameValue } from '#domain/shared/forms/entries-merge.ts';
import { type FormField, isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import { nextOfKinSection } from './sections/contact-and-next-of-kin.ts';

const names: readonly string[] = ['informant_first_name', 'informant_last_name'];
const nameOf = (form: Values): string => stringAt(form, ...names);

/** With or without the middle name, which may be written with the first name. */
const namesOf = (form: Values): string[] => [
  nameOf(form),
  stringAt(form, 'informant_first_name', 'informant_middle_name', 'informant_last_name'),
];

const hasOtherInformant = (before: Values, next: Values): boolean => {
  if (nameOf(before) === '') return false;
  if (namesOf(before).some((name) => namesOf(next).some((other) => isSameName(name, other)))) return false;
  const [was, now] = [before, next].map((form) => stringAt(form, 'informant_relationship'));
  return was !== now || !isCorrectedName(nameOf(before), nameOf(next));
};

/**
 * Returns what a patch leaves blank about the informant of a report, because it names another person (docs/decisions
 * 0286). Empty for the same person. A value sent as it was stored is not of the new person, except a relationship.
 */
export function informantLeft(before: Values, patch: Values): Readonly<Record<string, ''>> {
  const fields: readonly FormField[] = nextOfKinSection.fields;
  const sent = Object.fromEntries(
    fields.filter(({ name }) => name in patch).map((field) => [field.name, canonicalValue(field, patch[field.name])]),
  );
  if (!hasOtherInformant(before, { ...before, ...sent })) return {};
  const isOfOther = (field: FormField): boolean =>
    names.includes(field.name) ||
    (field.name in sent &&
      (field.name === 'informant_relationship' || !sameValue(field, before[field.name], sent[field.name])));
  return Object.fromEntries(fields.filter((field) => !isOfOther(field)).map(({ name }) => [name, '']));
}

/** Returns the former values that a save of another informant removed; empty for the same person. */
export function informantRemoved(before: Values, after: Values, patch: Values): Values {
  const left = Object.keys(informantLeft(before, patch));
  const gone = left.filter((name) => !isBlank(before[name]) && isBlank(after[name]));
  return Object.fromEntries(gone.map((name) => [name, before[name]]));
}
