import * as z from 'zod';
import { cleanLine, tooLongMessage } from './text.ts';

/** Letters, digits, spaces, hyphens, underscores and periods, at least 2 characters (D2 §5). */
export function documentNumber(label: string, limit = 100): z.ZodString {
  return z
    .string(`${label} must be text`)
    .overwrite(cleanLine)
    .min(2, `${label} must be at least 2 characters long`)
    .max(limit, tooLongMessage(label, limit))
    .regex(
      /^[\p{L}\p{N} _.-]+$/u,
      `${label} can only contain letters, digits, spaces, hyphens, underscores, and periods`,
    );
}

/** 4 to 20 letters, digits and hyphens (D2 §5). */
export function licenseNumber(label: string): z.ZodString {
  const invalid = `${label} must be 4 to 20 letters, digits, and hyphens`;
  return z
    .string(`${label} must be text`)
    .overwrite(cleanLine)
    .regex(/^[A-Za-z0-9-]{4,20}$/, invalid);
}

/** The URL of a public page or picture. */
export function webAddress(label: string, limit = 2000): z.ZodString {
  return z
    .string(`${label} must be text`)
    .overwrite(cleanLine)
    .max(limit, tooLongMessage(label, limit))
    .refine(isWebAddress, `${label} must be a link that starts with https://`);
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}
