import type { Values } from '#domain/shared/forms/rules.ts';
import { isUnitedStates } from '#domain/shared/reference-data/countries.ts';
import { type SplitAddress, splitAddress } from '#domain/shared/reference-data/joined-address.ts';
import { countryCode } from '#domain/shared/reference-data/place-fields.ts';
import { type AddressParts, joinAddress, streetAddress, strictCity } from '#domain/shared/values/address.ts';
import { jurisdictionCode } from '#domain/shared/values/us-state.ts';
import { postalCode } from '#domain/shared/values/zip.ts';

const parts = ['street', 'apt', 'city', 'state', 'zip', 'country'] as const;
const nameOf = (part: (typeof parts)[number]) => `cemetery_address_${part}`;
const streetOfCemetery = streetAddress({ strict: true });

/** Whether the fields of the parts take them: nobody is told of a fault in a field that they did not fill in. */
const fits = ({ street, city, state, zip, country }: SplitAddress): boolean =>
  streetOfCemetery.safeParse(street).success &&
  strictCity.safeParse(city).success &&
  (state === '' || jurisdictionCode.safeParse(state).success) &&
  postalCode.safeParse(zip).success &&
  countryCode.safeParse(country).success;

/** A state is one of the US (`cemeteryInUs`); abroad its field is hidden. */
const inItsCountry = (address: AddressParts): AddressParts => {
  const { state, ...abroad } = address;
  return isUnitedStates(address.country ?? '') ? address : abroad;
};

/** The parts that are filled in. */
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

/** The parts of a whole address; undefined where it stays as it was written. */
const partsOf = (whole: string): AddressParts | undefined => {
  if (whole === '') return {};
  const split = splitAddress(whole);
  return split && fits(split) ? { ...split, country: countryCode.parse(split.country) } : undefined;
};

/**
 * The cemetery's address is kept whole and in parts: what a patch changes of the one gives the other (D2 §3, D3 §3).
 * A patch that names both is taken at its parts; where those alone make no address (a country, a unit, or all blank),
 * the whole gives the rest of them. So the same patch twice comes to the same, whatever was there before.
 */
export function withCemeteryAddress(values: Values, patch: Values, changed: ReadonlySet<string>): Values {
  const named = parts.filter((part) => nameOf(part) in patch);
  const given = textsOf(patch);
  if (!('cemetery_address' in patch)) {
    // What nobody could tell apart stays beside a country or a unit alone; whoever empties the other parts empties it.
    const isEmptied = ['street', 'city', 'state', 'zip'].some((part) => changed.has(`cemetery_address_${part}`));
    const isTold = joinAddress(textsOf(values)) !== '' || isEmptied;
    return isTold && named.some((part) => given[part] || changed.has(nameOf(part))) ? joined(values) : values;
  }
  if (joinAddress(given)) return joined(values);
  const isChanged = changed.has('cemetery_address');
  if (named.length === 0 && !isChanged) return values;
  const split = partsOf(typeof values.cemetery_address === 'string' ? values.cemetery_address : '');
  if (!split) {
    // Parts of another address beside it would contradict it.
    const former = isChanged ? parts.filter((part) => !named.includes(part) && values[nameOf(part)]) : [];
    return { ...values, ...Object.fromEntries(former.map((part) => [nameOf(part), ''])) };
  }
  const all = inItsCountry({ ...split, ...given });
  const taken = parts.map((part) => [nameOf(part), patch[nameOf(part)] || (all[part] ?? '')]);
  const whole = { ...values, ...Object.fromEntries(taken) };
  return Object.keys(given).length > 0 ? joined(whole) : whole;
}
