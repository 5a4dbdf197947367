import { stringAt } from '#domain/shared/values/as-string.ts';
import { foldForSearch } from '#domain/shared/values/search-text.ts';
import { type AddressPart, addressesIn } from './addresses.ts';
import type { FormField } from './field.ts';
import type { Values } from './rules.ts';

/** An address of a record that another one may be the same as. */
export interface KnownAddress {
  /** Whose or of what it is, such as 'Place of death'. */
  readonly label: string;
  readonly parts: Readonly<Partial<Record<AddressPart, string>>>;
}

/** Of what the addresses of the forms are, by the name of their street. */
const labels: Readonly<Record<string, string>> = {
  ...{ death_address_street: 'Place of death', death_address: 'Place of death' },
  ...{ home_address_street: 'Home of the deceased', deceased_address_street: 'Home of the deceased' },
  ...{ customer_address_street: 'Contact', informant_address: 'Next of kin' },
  current_body_address: 'Where the body is',
  ...{ cemetery_address_street: 'Cemetery', cemetery_street: 'Cemetery' },
};

/** The addresses among the values of these fields that have a street and a city; `label` names the one of a person. */
export function knownAddresses(
  fields: readonly Pick<FormField, 'name' | 'kind'>[],
  values: Values,
  label?: string,
): KnownAddress[] {
  return addressesIn(fields).flatMap((address) => {
    const parts = Object.fromEntries(Object.entries(address).map(([part, name]) => [part, stringAt(values, name)]));
    const said = label ?? labels[address.street ?? ''];
    return said && parts.street && parts.city ? [{ label: said, parts }] : [];
  });
}

const identity = ({ street = '', unit = '', city = '', zip = '' }: KnownAddress['parts']): string =>
  [street, unit, city, zip].map(foldForSearch).join('|');

/** The addresses to choose from: each once, and not the one that stands in the form already. */
export function addressChoices(known: readonly KnownAddress[], current: KnownAddress['parts']): KnownAddress[] {
  const seen = new Set([identity(current)]);
  return known.filter(({ parts }) => {
    const own = identity(parts);
    return !seen.has(own) && seen.add(own);
  });
}
