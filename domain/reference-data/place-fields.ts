import * as z from 'zod';
import {
  city,
  cityLimit,
  county,
  countyLimit,
  streetAddress,
  streetLimit,
  unit,
  unitLimit,
} from '#domain/values/address.ts';
import { type FieldDetails, fieldBuilders } from '#domain/values/field-builders.ts';
import { jurisdictionCode, jurisdictionOptions } from '#domain/values/us-state.ts';
import { postalCode, zipLimit } from '#domain/values/zip.ts';
import { countryOptions, defaultCountry, findCountry } from './countries.ts';

const invalidCountry = 'Please select a valid country';

/** A country, kept as its alpha-3 code; alpha-2 codes and English names are read too. */
export const countryCode: z.ZodString = z
  .string(invalidCountry)
  .overwrite((typed) => findCountry(typed)?.code3 ?? typed)
  .refine((code) => findCountry(code) !== undefined, invalidCountry);

/** Builders of the fields of an address, for a form whose conditions are named by `Condition`. */
export function placeFieldBuilders<Condition extends string>() {
  type Details = FieldDetails<Condition> & { readonly label?: string };
  const { field } = fieldBuilders<Condition>();
  const third = { width: 'third' } as const;

  return {
    street<const Name extends string>(name: Name, { label = 'Street address', ...details }: Details = {}) {
      return field('text', name, label, streetAddress(), { maxLength: streetLimit, width: 'two-thirds', ...details });
    },
    unit<const Name extends string>(name: Name, { label = 'Apt, suite or unit', ...details }: Details = {}) {
      return field('text', name, label, unit, { maxLength: unitLimit, ...third, ...details });
    },
    city<const Name extends string>(name: Name, { label = 'City', ...details }: Details = {}) {
      return field('text', name, label, city, { maxLength: cityLimit, ...third, ...details });
    },
    county<const Name extends string>(name: Name, { label = 'County', ...details }: Details = {}) {
      return field('text', name, label, county, { maxLength: countyLimit, ...third, ...details });
    },
    /** A US state, DC or a territory. */
    state<const Name extends string>(name: Name, { label = 'State', ...details }: Details = {}) {
      return field('state', name, label, jurisdictionCode, { options: jurisdictionOptions, ...third, ...details });
    },
    /** A postal code; where the country is the US, the form's rules ask for a ZIP code. */
    zip<const Name extends string>(name: Name, { label = 'ZIP or Postal Code', ...details }: Details = {}) {
      return field('zip', name, label, postalCode, { maxLength: zipLimit, ...third, ...details });
    },
    /** A country, USA unless changed (D1 §9). */
    country<const Name extends string>(name: Name, { label = 'Country', ...details }: Details = {}) {
      const usual = { options: countryOptions, defaultValue: defaultCountry, ...third };
      return field('country', name, label, countryCode, { ...usual, ...details });
    },
  };
}
