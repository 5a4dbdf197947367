import type { FormField } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { asString } from '#domain/shared/values/as-string.ts';

const parts = ['street', 'apt', 'city', 'state', 'zip'] as const;
/** Commas and spaces differ between a whole address and its parts. */
const letters = (said: readonly string[]): string => said.join('').replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Returns whether a field is a whole address (D2 §3) that only repeats its parts. */
export const duplicatesAddressParts = (
  { name }: Pick<FormField, 'name'>,
  fields: readonly Pick<FormField, 'name'>[],
  values: Values,
): boolean => {
  if (!fields.some((field) => field.name === `${name}_street`)) return false;
  const whole = letters([asString(values[name])]);
  const said = parts.map((part) => asString(values[`${name}_${part}`]));
  return whole === '' || whole === letters(said) || whole === letters([...said, asString(values[`${name}_country`])]);
};
