import type * as z from 'zod';
import { isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { city, streetAddress } from '#domain/shared/values/address.ts';
import { personName } from '#domain/shared/values/person-name.ts';
import { postalCode } from '#domain/shared/values/zip.ts';

/** What a customer's record may hold where a case asks for more of somebody who is entered there. */
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
 * Whether a value about somebody who is a customer is taken as their record may have it. A report brings initials and
 * addresses abroad (docs/spec-interpretations.md), and whoever is a customer can be named in further cases: a record keeps no
 * country, but of an address abroad no state. `prefix` stands before the fields of a section that repeat a contact's.
 */
export function isValidForCustomer(name: string, value: unknown, values: Values, prefix = ''): boolean {
  if (isBlank(values[prefix ? 'informant' : 'existingCustomerId']) || !name.startsWith(prefix)) return false;
  const bare = name.slice(prefix.length);
  const of = otherNames[bare] ?? bare;
  if (of === 'zip_code')
    return isBlank(values[prefix ? `${prefix}address_state` : 'state']) && postalCode.safeParse(value).success;
  return wider[of]?.safeParse(value).success ?? false;
}
