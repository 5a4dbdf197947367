import type * as z from 'zod';
import { isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { city, postalCode, streetAddress } from '#domain/shared/values/address.ts';
import { personName } from '#domain/shared/values/person-name.ts';

/** Values that a customer's record may have although a case rejects them of a new person. */
const wider: Readonly<Record<string, z.ZodType>> = {
  first_name: personName('First name', { minLength: 1 }),
  middle_name: personName('Middle name', { minLength: 1 }),
  last_name: personName('Last name', { minLength: 1 }),
  street: streetAddress(),
  city,
};

const otherNames: Readonly<Record<string, string>> = {
  address: 'street',
  address_street: 'street',
  address_city: 'city',
  address_zip: 'zip_code',
};

/**
 * Returns whether a value is valid because the person is a customer: reports bring initials and addresses abroad
 * (docs/spec-interpretations.md). A record has no country, so an address without a state is abroad. `prefix` is that
 * of the contact fields.
 */
export function isValidForCustomer(name: string, value: unknown, values: Values, prefix = ''): boolean {
  if (isBlank(values[prefix ? 'informant' : 'existingCustomerId']) || !name.startsWith(prefix)) return false;
  const bare = name.slice(prefix.length);
  const of = otherNames[bare] ?? bare;
  if (of === 'zip_code')
    return isBlank(values[prefix ? `${prefix}address_state` : 'state']) && postalCode.safeParse(value).success;
  return wider[of]?.safeParse(value).success ?? false;
}
