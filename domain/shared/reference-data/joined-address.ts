import { foldForSearch } from '#domain/shared/values/search-text.ts';
import { jurisdictions } from '#domain/shared/values/us-state.ts';
import { isUsZip } from '#domain/shared/values/zip.ts';
import { defaultCountry, findCountry } from './countries.ts';

export interface SplitAddress {
  street: string;
  city: string;
  state: string;
  zip: string;
  country: string;
}

const stateOf = (text: string): string | undefined =>
  jurisdictions.find(({ code, name }) => [code, name].some((known) => foldForSearch(known) === foldForSearch(text)))
    ?.code;

/** The country that a part names. Two letters that are a state are the state: 'GA' is Georgia before it is Gabon. */
const countryOf = (text: string) =>
  jurisdictions.some(({ code }) => code === text.toUpperCase()) ? undefined : findCountry(text);

/** State and ZIP at the end of some parts, in two of them or in one, and the parts before. */
const stateAndZip = (parts: readonly string[]) => {
  const last = parts.at(-1) ?? '';
  const [, named = '', together = ''] = /^(.*\S)\s+(\S+)$/.exec(last) ?? [];
  const inOne = { state: stateOf(named), zip: together, before: parts.slice(0, -1) };
  const inTwo = { state: stateOf(parts.at(-2) ?? ''), zip: last, before: parts.slice(0, -2) };
  const { state, zip, before } = isUsZip(last) ? inTwo : inOne;
  return state !== undefined && isUsZip(zip) ? { state, zip, before } : undefined;
};

/** An address abroad, whose state and postal code are anything; some countries have no states. */
const splitAbroad = (parts: readonly string[], country: string): SplitAddress | undefined => {
  const [street = '', city = '', ...rest] = parts;
  const [zip = '', state = '', ...more] = rest.toReversed();
  return /\d/.test(zip) && more.length === 0 ? { street, city, state, zip, country } : undefined;
};

/**
 * The parts of a joined address of at least four, USA where it names no country (D2 §3 and §5): read from its end, so
 * that a suite between commas belongs to the street, and the state may stand beside the ZIP. Undefined for a text that
 * cannot be told apart.
 */
export function splitAddress(joined: string): SplitAddress | undefined {
  const parts = joined
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length < 4) return undefined;
  const named = parts.at(-1) ?? '';
  const found = countryOf(named);
  const country = found ? named : defaultCountry;
  const local = found ? parts.slice(0, -1) : parts;
  const end = stateAndZip(local);
  if (!end) return found && found.code3 !== defaultCountry ? splitAbroad(local, country) : undefined;
  const city = end.before.at(-1) ?? '';
  const street = end.before.slice(0, -1).join(' ');
  return street ? { street, city, state: end.state, zip: end.zip, country } : undefined;
}
