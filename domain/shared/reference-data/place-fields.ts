import * as z from 'zod';
import { type FieldDetails, fieldBuilder, none } from '#domain/shared/forms/field-builders.ts';
import {
  city,
  cityLimit,
  county,
  countyLimit,
  postalCode,
  streetAddress,
  streetLimit,
  strictCity,
  strictCityLimit,
  unit,
  unitLimit,
  zipLimit,
} from '#domain/shared/values/address.ts';
import { jurisdictionCode, jurisdictionOptions } from '#domain/shared/values/us-state.ts';
import { countryOptions, defaultCountry, findCountry } from './countries-and-states.ts';

const invalidCountry = 'Please select a valid country';

/** A country, stored as its alpha-3 code; alpha-2 codes and English names are accepted. */
export const countryCode: z.ZodString = z
  .string(invalidCountry)
  .overwrite((typed) => findCountry(typed)?.code3 ?? typed)
  .refine((code) => findCountry(code) !== undefined, invalidCountry);

type Labelled<Condition extends string> = FieldDetails<Condition> & { readonly label?: string };

/** Returns builders of address fields, for a form with conditions named by `Condition`. */
export function placeFieldBuilders<Condition extends string>() {
  type Details = Labelled<Condition>;
  const build = fieldBuilder<Condition>();
  const third = { width: 'third' } as const;

  return {
    street<const Name extends string, const D extends Details>(
      name: Name,
      { label = 'Street address', ...details }: D = none(),
      strict = false,
    ) {
      const defaults = { maxLength: streetLimit, width: 'two-thirds' } as const;
      return build('text', name, label, () => streetAddress({ strict }), { ...defaults, ...details });
    },
    unit<const Name extends string, const D extends Details>(
      name: Name,
      { label = 'Apt, suite or unit', ...details }: D = none(),
    ) {
      return build('text', name, label, () => unit, { maxLength: unitLimit, ...third, ...details });
    },
    city<const Name extends string, const D extends Details>(
      name: Name,
      { label = 'City', ...details }: D = none(),
      strict = false,
    ) {
      const maxLength = strict ? strictCityLimit : cityLimit;
      return build('text', name, label, () => (strict ? strictCity : city), { maxLength, ...third, ...details });
    },
    county<const Name extends string, const D extends Details>(
      name: Name,
      { label = 'County', ...details }: D = none(),
    ) {
      return build('text', name, label, () => county, { maxLength: countyLimit, ...third, ...details });
    },
    state<const Name extends string, const D extends Details>(name: Name, { label = 'State', ...details }: D = none()) {
      const defaults = { options: jurisdictionOptions, ...third };
      return build('state', name, label, () => jurisdictionCode, { ...defaults, ...details });
    },
    zip<const Name extends string, const D extends Details>(
      name: Name,
      { label = 'ZIP or Postal Code', ...details }: D = none(),
    ) {
      return build('zip', name, label, () => postalCode, { maxLength: zipLimit, ...third, ...details });
    },
    country<const Name extends string, const D extends Details>(
      name: Name,
      { label = 'Country', ...details }: D = none(),
    ) {
      const defaults = { options: countryOptions, defaultValue: defaultCountry, ...third } as const;
      return build('country', name, label, () => countryCode, { ...defaults, ...details });
    },
  };
}
