import * as z from 'zod';
import { commonPassword, isCommonPassword } from './common-passwords.ts';

export const passwordRule = 'Password must be at least 8 characters with upper case, lower case and a digit';

/** A new password: at least 8 characters with an upper-case letter, a lower-case letter and a digit (D2 §5). */
export const newPassword: z.ZodString = z
  .string('Password is required')
  .max(256, 'Password must be 256 characters or less')
  .refine(
    (typed) => typed.length >= 8 && /\p{Lu}/u.test(typed) && /\p{Ll}/u.test(typed) && /\d/.test(typed),
    passwordRule,
  )
  .refine((typed) => !isCommonPassword(typed), commonPassword);

/** Its confirmation: 'Please confirm your password', 'Passwords do not match' (D2 §5). */
export const confirmation = (password: string, confirmed: string | undefined): string | undefined => {
  if (!confirmed) return 'Please confirm your password';
  return confirmed === password ? undefined : 'Passwords do not match';
};
