import { isUnitedStates } from '#domain/shared/reference-data/countries.ts';
import type { Address, AddressPart } from './addresses.ts';

/** Where a ZIP code is. */
export type ZipPlace = Readonly<Record<'city' | 'county' | 'state', string>>;

/** The place of a ZIP code among lines such as “32084|Saint Augustine|St. Johns|FL”; undefined where it is not listed. */
export function placeInLines(zip: string, lines: string): ZipPlace | undefined {
  const at = `\n${lines}`.indexOf(`\n${zip}|`);
  if (at < 0) return undefined;
  const [, city = '', county = '', state = ''] = lines.slice(at).split('\n', 1)[0]?.split('|') ?? [];
  return { city, county, state };
}

/** Whether a ZIP code of the United States has just been typed whole. */
export const isWholeZip = (typed: unknown): typed is string => typeof typed === 'string' && /^\d{5}$/.test(typed);

/**
 * The fields that a ZIP code fills: those of its address that are blank, or hold what the ZIP code before it filled in.
 * None where the address is in another country.
 */
export function filledByZip(
  address: Address,
  values: Readonly<Record<string, unknown>>,
  place: ZipPlace,
  before?: ZipPlace,
): Record<string, string> {
  const country = address.country && values[address.country];
  if (country && !isUnitedStates(String(country))) return {};
  const parts: readonly (AddressPart & keyof ZipPlace)[] = ['city', 'county', 'state'];
  return Object.fromEntries(
    parts.flatMap((part) => {
      const name = address[part];
      const value = name && String(values[name] ?? '').trim();
      return name && place[part] && (value === '' || value === before?.[part]) ? [[name, place[part]]] : [];
    }),
  );
}
