import * as z from 'zod';
import { cleanLine, singleLineText, tooLongMessage } from './text.ts';

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
