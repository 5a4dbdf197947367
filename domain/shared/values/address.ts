import * as z from 'zod';
import { cleanLine, singleLineText, tooLongMessage, withoutInvisible } from './text.ts';

export const streetLimit = 100;
export const unitLimit = 20;
export const cityLimit = 100;
export const countyLimit = 100;

/** A street address of at most 100 characters; at least 5 if `strict` (D2 §5). */
export function streetAddress(options: { strict?: boolean } = {}): z.ZodString {
  const text = z.string('Please enter a valid address').overwrite(cleanLine);
  const long = options.strict ? text.min(5, 'Please enter a valid address') : text;
  return long.max(streetLimit, tooLongMessage('Address', streetLimit));
}

export const unit: z.ZodString = singleLineText('Apt, suite or unit', unitLimit);
export const city: z.ZodString = singleLineText('City', cityLimit);
export const strictCityLimit = 50;
export const strictCity: z.ZodString = z
  .string('City must be text')
  .overwrite(cleanLine)
  .min(2, 'City must be at least 2 characters long')
  .max(strictCityLimit, tooLongMessage('City', strictCityLimit));
export const county: z.ZodString = singleLineText('County', countyLimit);

/** The Spanish form recommends “En casa”. */
const homeInSpanish =
  /^\W*(?:en )?(?:(?:(?:su|mi|nuestr[oa]|el|la) )?(?:propi[oa] )?(?:casa|domicilio|hogar)|su (?:propia )?residencia)\W*$/i;
const home = /^\W*(at )?((his|her|their|the|my|our) )?(own )?(home|residence)\W*$/i;

/** Returns a place with a Spanish home as “At home”, because the papers are in English. */
export const placeInEnglish = (place: string | undefined): string | undefined =>
  place && homeInSpanish.test(place) ? 'At home' : place;

/** Returns whether the words of a place name a home; a hospice at home and a street are not recognized. */
export const isAtHome = (place: string): boolean => home.test(placeInEnglish(place) ?? '');

export interface AddressParts {
  street?: string | undefined;
  apt?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  zip?: string | undefined;
  country?: string | undefined;
}

/** Returns “street, city, state, zip, country” as in the case's joined addresses (D2 §3); '' if all are. */
export function joinAddress(parts: AddressParts): string {
  const { street, apt, city: town, state, zip, country } = parts;
  if (!street && !town && !state && !zip) return '';
  const line = [street, apt].filter(Boolean).join(' ');
  // A comma in a part would shift the parts when the text is split.
  return [line, town, state, zip, country]
    .map((part) => (part ?? '').replaceAll(',', ' ').trim())
    .filter(Boolean)
    .join(', ');
}

export const zipLimit = 10;
export const invalidZip = 'ZIP code must be in format 12345 or 12345-6789';

/** Returns a code with plain hyphens, without spaces around them and invisible marks. */
export const cleanCode = (value: string): string =>
  cleanLine(withoutInvisible(value)).replace(/\s*[\u2212\p{Pd}]\s*/gu, '-');

/** True for a US ZIP code: 5 digits or ZIP+4 (D2 §5). */
export function isUsZip(text: string): boolean {
  return /^\d{5}(-\d{4})?$/.test(text);
}

export const usZip: z.ZodString = z.string(invalidZip).overwrite(cleanCode).refine(isUsZip, invalidZip);

/** A postal code of any country: letters, digits, spaces and hyphens, at most 10 characters (D1 §5). */
export const postalCode: z.ZodString = z
  .string(invalidZip)
  .overwrite(cleanCode)
  .max(zipLimit, tooLongMessage('ZIP or Postal Code', zipLimit))
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} -]*$/u, 'Please enter a valid ZIP or postal code');
