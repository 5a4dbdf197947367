import { cleanCode, isUsZip } from '#domain/shared/values/address.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { foldForSearch } from '#domain/shared/values/search-text.ts';
import { isUnitedStates } from '../reference-data/countries-and-states.ts';
import type { FormField } from './field.ts';
import type { Values } from './rules.ts';

export const addressParts = ['street', 'unit', 'city', 'county', 'state', 'zip', 'country'] as const;
export type AddressPart = (typeof addressParts)[number];

export type Address = Readonly<Partial<Record<AddressPart, string>>>;

type Shape = Pick<FormField, 'name' | 'kind'>;

const texts: readonly (readonly [AddressPart, RegExp])[] = [
  ['unit', /(^|_)apt(_|$)/],
  ['city', /(^|_)city(_|$)/],
  ['county', /(^|_)county(_|$)/],
  ['street', /(^|_)(street|address)$/],
];

function partOf({ name, kind }: Shape): AddressPart | undefined {
  if (kind === 'zip' || kind === 'state' || kind === 'country') return kind;
  if (kind === 'select' && /(^|_)state$/.test(name)) return 'state';
  if (kind !== 'text') return undefined;
  return /(^|_)zip(_|$)/.test(name) ? 'zip' : texts.find(([, named]) => named.test(name))?.[0];
}

/** Returns the addresses of a form: consecutive parts, each once. A single-line address is not included. */
export function addressesIn(fields: readonly Shape[]): Address[] {
  const found: Partial<Record<AddressPart, string>>[] = [];
  let last: Partial<Record<AddressPart, string>> | undefined;
  for (const field of fields) {
    const part = partOf(field);
    if (part === undefined) {
      last = undefined;
      continue;
    }
    if (!last || part === 'street' || part in last) {
      last = {};
      found.push(last);
    }
    last[part] = field.name;
  }
  return found.filter((address) => address.city !== undefined && ('street' in address || 'zip' in address));
}

/** Returns the fields in entry order: the ZIP code before the city that it fills. */
export function zipBeforeCity<Field extends Shape>(fields: readonly Field[]): Field[] {
  const ordered = [...fields];
  const indexOf = (name: string | undefined) => ordered.findIndex((field) => field.name === name);
  for (const { city, zip } of addressesIn(fields)) {
    const [at, to] = [indexOf(zip), indexOf(city)];
    if (to >= 0 && at > to) ordered.splice(to, 0, ...ordered.splice(at, 1));
  }
  return ordered;
}

export type ZipPlace = Readonly<Record<'city' | 'county' | 'state', string>>;

/** Returns the place of a ZIP code from lines such as “32084|Saint Augustine|St. Johns|FL”. */
export function placeInLines(zip: string, lines: string): ZipPlace | undefined {
  const at = `\n${lines}`.indexOf(`\n${zip.slice(0, 5)}|`);
  if (at < 0) return undefined;
  const [, city = '', county = '', state = ''] = lines.slice(at).split('\n', 1)[0]?.split('|') ?? [];
  return { city, county, state };
}

/** Returns a complete US ZIP code without pasted marks, undefined otherwise; phones fill in ZIP+4. */
export const wholeZipOf = (typed: unknown): string | undefined => {
  const zip = typeof typed === 'string' ? cleanCode(typed) : '';
  return isUsZip(zip) ? zip : undefined;
};

/**
 * Returns the fields of a ZIP code's US address that are blank or filled by the previous ZIP code, with its values. A
 * code without a place, null, empties what the previous one filled.
 */
export function filledByZip(
  address: Address,
  values: Readonly<Record<string, unknown>>,
  place: ZipPlace | null,
  before?: ZipPlace | null,
): Record<string, string> {
  const country = address.country && values[address.country];
  if (country && !isUnitedStates(String(country))) return {};
  const parts: readonly (AddressPart & keyof ZipPlace)[] = ['city', 'county', 'state'];
  return Object.fromEntries(
    parts.flatMap((part) => {
      const name = address[part];
      const value = name && String(values[name] ?? '').trim();
      const found = place?.[part] ?? '';
      return name && (value === '' ? found !== '' : value === before?.[part]) ? [[name, found]] : [];
    }),
  );
}

export interface KnownAddress {
  readonly label: string;
  readonly parts: Readonly<Partial<Record<AddressPart, string>>>;
}

const labels: Readonly<Record<string, string>> = {
  death_address_street: 'Place of death',
  death_address: 'Place of death',
  home_address_street: 'Home of the deceased',
  deceased_address_street: 'Home of the deceased',
  customer_address_street: 'Contact',
  informant_address: 'Next of kin',
  current_body_address: 'Where the body is',
  cemetery_address_street: 'Cemetery',
  cemetery_street: 'Cemetery',
};

/** Returns the addresses with a street and a city among these values; `label` names a person's address. */
export function knownAddresses(
  fields: readonly Pick<FormField, 'name' | 'kind'>[],
  values: Values,
  label?: string,
): KnownAddress[] {
  return addressesIn(fields).flatMap((address) => {
    const parts = Object.fromEntries(Object.entries(address).map(([part, name]) => [part, stringAt(values, name)]));
    const addressLabel = label ?? labels[address.street ?? ''];
    return addressLabel && parts.street && parts.city ? [{ label: addressLabel, parts }] : [];
  });
}

const identity = ({ street = '', unit = '', city = '', zip = '' }: KnownAddress['parts']): string =>
  [street, unit, city, zip].map(foldForSearch).join('|');

/** Returns the addresses to choose from, each once, without the current one. */
export function addressChoices(known: readonly KnownAddress[], current: KnownAddress['parts']): KnownAddress[] {
  const seen = new Set([identity(current)]);
  return known.filter(({ parts }) => {
    const own = identity(parts);
    return !seen.has(own) && seen.add(own);
  });
}
