import * as z from 'zod';

export const ssnLimit = 11;
const invalidSsn = 'Social Security Number must be 9 digits';

/** The number as ddd-dd-dddd, from that form, from 9 digits or with spaces; null for anything else (D2 §5). */
export function parseSsn(typed: string): string | null {
  const match = /^(\d{3})[- ]?(\d{2})[- ]?(\d{4})$/.exec(typed.trim());
  return match ? `${match[1]}-${match[2]}-${match[3]}` : null;
}

/** The number as it is being typed or pasted: cleaned to at most 9 digits and grouped 3-2-4. */
export function formatSsn(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 9);
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter(Boolean).join('-');
}

/** XXX-XX-1234, the only form in which a number leaves the server without being revealed (D2 §3). */
export function maskSsn(lastFour: string): string {
  return `XXX-XX-${lastFour}`;
}

/** Whether the text is a masked number, which a form sends back when nobody changed it. */
export function isMaskedSsn(text: string): boolean {
  return /^[Xx*•]{3}-?[Xx*•]{2}-?\d{4}$/.test(text.trim());
}

/** The last four digits, kept beside the encrypted number; `ssn` as parseSsn gives it. */
export function lastFourOf(ssn: string): string {
  return ssn.slice(-4);
}

/** A Social Security Number in clear, normalized to ddd-dd-dddd. */
export const ssnInput: z.ZodString = z
  .string(invalidSsn)
  .overwrite((typed) => parseSsn(typed) ?? typed)
  .refine((typed) => parseSsn(typed) !== null, invalidSsn);

/** What an edit form sends: a number in clear, or the masked one unchanged (which must not overwrite anything). */
export const ssnEdit: z.ZodString = z
  .string(invalidSsn)
  .overwrite((typed) => parseSsn(typed) ?? typed.trim())
  .refine((typed) => isMaskedSsn(typed) || parseSsn(typed) !== null, invalidSsn);
