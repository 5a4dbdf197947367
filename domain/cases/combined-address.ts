import type { FormField } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { asString } from '#domain/shared/values/as-string.ts';

const parts = ['street', 'apt', 'city', 'state', 'zip'] as const;
/** Without the commas and blanks, in which a joined address and its parts differ. */
const letters = (said: readonly string[]): string => said.join('').replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/**
 * Whether a field is an address that is kept whole (D2 §3) beside the fields of its parts, and says nothing that they do not
 * say: read or asked for as well, it would be the same address twice. One that could not be told apart says something.
 */
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
