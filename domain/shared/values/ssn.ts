import * as z from 'zod';
import { withoutInvisible } from './text.ts';

export const ssnLimit = 11;
const invalidSsn = 'Social Security Number must be 9 digits';

/** Returns ddd-dd-dddd from that form, 9 digits, or digits with dashes, spaces or periods; else null (D2 §5). */
export function parseSsn(typed: string): string | null {
  const match = /^(\d{3})[\s\p{Pd}.]?(\d{2})[\s\p{Pd}.]?(\d{4})$/u.exec(withoutInvisible(typed).trim());
  return match ? `${match[1]}-${match[2]}-${match[3]}` : null;
}

/** Returns an SSN while it is typed or pasted: at most 9 digits, grouped 3-2-4. */
export function formatSsn(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 9);
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter(Boolean).join('-');
}

/** Returns XXX-XX-1234, the only form in which an SSN leaves the server without a reveal (D2 §3). */
export function maskSsn(lastFour: string): string {
  return `XXX-XX-${lastFour}`;
}

/** True for a masked SSN, which an unchanged form sends back. */
export function isMaskedSsn(text: string): boolean {
  return /^[Xx*•]{3}-?[Xx*•]{2}-?\d{4}$/.test(text.trim());
}

/** Normalized to ddd-dd-dddd. */
export const ssnInput: z.ZodString = z
  .string(invalidSsn)
  .overwrite((typed) => parseSsn(typed) ?? typed)
  .refine((typed) => parseSsn(typed) !== null, invalidSsn);

/** A plain SSN, or the unchanged masked one (which must overwrite nothing). */
export const ssnEdit: z.ZodString = z
  .string(invalidSsn)
  .overwrite((typed) => parseSsn(typed) ?? typed.trim())
  .refine((typed) => isMaskedSsn(typed) || parseSsn(typed) !== null, invalidSsn);
