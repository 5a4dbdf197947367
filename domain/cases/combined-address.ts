import type { FormField } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { isUnitedStates, type SplitAddress, splitAddress } from '#domain/shared/reference-data/countries-and-states.ts';
import { countryCode } from '#domain/shared/reference-data/place-fields.ts';
import {
  type AddressParts,
  joinAddress,
  postalCode,
  streetAddress,
  strictCity,
} from '#domain/shared/values/address.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { jurisdictionCode } from '#domain/shared/values/us-state.ts';

const parts = ['street', 'apt', 'city', 'state', 'zip', 'country'] as const;

/** Commas and spaces differ between a whole address and its parts. */
const letters = (texts: readonly string[]): string => texts.join('').replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Returns whether a field is a whole address (D2 §3) that only repeats its parts. */
export const duplicatesAddressParts = (
  { name }: Pick<FormField, 'name'>,
  fields: readonly Pick<FormField, 'name'>[],
  values: Values,
): boolean => {
  if (!fields.some((field) => field.name === `${name}_street`)) return false;
  const addressLetters = letters([asString(values[name])]);
  const partTexts = parts.map((part) => asString(values[`${name}_${part}`]));
  return (
    addressLetters === '' || addressLetters === letters(partTexts) || addressLetters === letters(partTexts.slice(0, -1))
  );
};

const nameOf = (part: (typeof parts)[number]) => `cemetery_address_${part}`;
const streetOfCemetery = streetAddress({ strict: true });

/** An error in a part that was not entered must not be reported. */
const fits = ({ street, city, state, zip, country }: SplitAddress): boolean =>
  streetOfCemetery.safeParse(street).success &&
  strictCity.safeParse(city).success &&
  (state === '' || jurisdictionCode.safeParse(state).success) &&
  postalCode.safeParse(zip).success &&
  countryCode.safeParse(country).success;

/** Only the US has states (`cemeteryInUs`). */
const inItsCountry = (address: AddressParts): AddressParts => {
  const { state, ...abroad } = address;
  return isUnitedStates(address.country ?? '') ? address : abroad;
};

const textsOf = (values: Values): AddressParts =>
  inItsCountry(
    Object.fromEntries(
      parts.flatMap((part) => {
        const text = values[nameOf(part)];
        return typeof text === 'string' && text !== '' ? [[part, text]] : [];
      }),
    ),
  );

const joined = (values: Values): Values => ({ ...values, cemetery_address: joinAddress(textsOf(values)) });

/** The parts of a whole address; undefined when it cannot be split. */
const partsOf = (address: string): AddressParts | undefined => {
  if (address === '') return {};
  const split = splitAddress(address);
  return split && fits(split) ? { ...split, country: countryCode.parse(split.country) } : undefined;
};

/** Keeps the cemetery's address whole and in parts (D2 §3, D3 §3). Parts win over the whole; idempotent. */
export function withCemeteryAddress(values: Values, patch: Values, changed: ReadonlySet<string>): Values {
  const patchedParts = parts.filter((part) => nameOf(part) in patch);
  const patchTexts = textsOf(patch);
  if (!('cemetery_address' in patch)) {
    // An unparsed address stays with a new country or unit, and goes when its other parts are cleared.
    const isEmptied = ['street', 'city', 'state', 'zip'].some((part) => changed.has(`cemetery_address_${part}`));
    const isSent = joinAddress(textsOf(values)) !== '' || isEmptied;
    return isSent && patchedParts.some((part) => patchTexts[part] || changed.has(nameOf(part)))
      ? joined(values)
      : values;
  }
  if (joinAddress(patchTexts)) return joined(values);
  const isChanged = changed.has('cemetery_address');
  if (patchedParts.length === 0 && !isChanged) return values;
  const split = partsOf(typeof values.cemetery_address === 'string' ? values.cemetery_address : '');
  if (!split) {
    // Parts of a former address would contradict the new one.
    const former = isChanged ? parts.filter((part) => !patchedParts.includes(part) && values[nameOf(part)]) : [];
    return { ...values, ...Object.fromEntries(former.map((part) => [nameOf(part), ''])) };
  }
  const all = inItsCountry({ ...split, ...patchTexts });
  const mergedParts = parts.map((part) => [nameOf(part), patch[nameOf(part)] || (all[part] ?? '')]);
  const mergedValues = { ...values, ...Object.fromEntries(mergedParts) };
  return Object.keys(patchTexts).length > 0 ? joined(mergedValues) : mergedValues;
}
