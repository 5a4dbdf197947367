import type { Values } from '#domain/shared/forms/rules.ts';
import { isUsZip, joinAddress } from '#domain/shared/values/address.ts';
import { type CustomerFields, toCustomerFields } from './customer.schema.ts';

/** The fields of a next of kin by those of a customer (D1 §3, D2 §3). */
const kinFields = {
  first_name: 'first_name',
  middle_name: 'middle_name',
  last_name: 'last_name',
  phone: 'phone',
  email: 'email',
  address: 'address_street',
  apt_house_number: 'address_apt',
  city: 'city',
  state: 'state',
  zip_code: 'zip_code',
  county: 'county',
  language: 'language',
  notes: 'notes',
} as const satisfies Record<keyof CustomerFields, string>;

const pairs = Object.entries(kinFields) as [keyof CustomerFields, string][];

/** The fields for a new contact (`customer_…`) that have other names than a next of kin's. */
const contactFields: Readonly<Record<string, string>> = {
  city: 'address_city',
  state: 'address_state',
  zip_code: 'address_zip',
  county: 'address_county',
};

const text = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
};

const filled = (entry: Record<string, string | null>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value));

/** Returns the customer fields of a next of kin. */
export const nextOfKinToCustomer = (nextOfKin: Values): CustomerFields =>
  toCustomerFields(Object.fromEntries(pairs.map(([field, name]) => [field, text(nextOfKin, name)])));

/** Returns a customer as a next of kin. Notes stay with the customer; the language belongs to the case. */
export const customerToNextOfKin = (
  customer: CustomerFields & { id: string },
  relationship: string,
): Record<string, unknown> => {
  const { address: street, apt_house_number: apt, city, state, zip_code: zip } = customer;
  const own = Object.fromEntries(
    pairs
      .filter(([field]) => field !== 'notes' && field !== 'language')
      .map(([field, name]) => [name, customer[field]]),
  );
  return filled({
    relationship,
    ...own,
    existingCustomerId: customer.id,
    address: joinAddress({ street, apt, city, state, zip }),
  });
};

/**
 * Returns the next of kin that the fields for a new contact describe; undefined without a name, a relationship and a
 * phone, email or address. A complete contact becomes a customer (D2 §5).
 */
export const contactToNextOfKin = (informant: Values): Record<string, unknown> | undefined => {
  const names = [...Object.values(kinFields), 'address_country'];
  const entry: Record<string, string> = {
    relationship: text(informant, 'informant_relationship'),
    ...Object.fromEntries(names.map((name) => [name, text(informant, `customer_${contactFields[name] ?? name}`)])),
    address: text(informant, 'informant_address'),
  };
  const isKin = ['first_name', 'last_name', 'relationship'].every((name) => entry[name]);
  if (!isKin || !['phone', 'email', 'address', 'address_street'].some((name) => entry[name])) return undefined;
  const isWhole = ['address_street', 'city', 'state'].every((name) => entry[name]) && isUsZip(entry.zip_code ?? '');
  return {
    ...filled(entry),
    ...(informant.customer_whole_name === true ? { whole_name: true } : {}),
    ...(isWhole ? { isCreatingNew: true } : {}),
  };
};
