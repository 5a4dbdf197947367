import * as z from 'zod';
import { cleanLine, tooLongMessage, withoutInvisible } from './text.ts';

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
