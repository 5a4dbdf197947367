import * as z from 'zod';

/** Room for +, fifteen digits and the spaces between their groups. */
export const phoneLimit = 20;

type PhoneProblem = 'Phone number must be 10 digits' | 'Invalid country code';

/** Signs between the digits, and marks that are not seen around a number that was copied. */
const separators = /[\s()./·•\p{Pd}\p{Cf}]/gu;

/** A 0 that is dialed inside the country alone: +44 (0)20. Italy, San Marino and the Vatican keep theirs. */
const trunkZero = /^([\s\p{Cf}]*\+(?!39|37[89])\d{1,3}\s*)\(0\)/u;
const withoutSeparators = (typed: string): string => typed.replace(trunkZero, '$1').replace(separators, '');

/** A number outside the North American plan as it is kept: + and the 8 to 15 digits of E.164. */
const foreign = /^\+[2-9]\d{7,14}$/;

/**
 * A phone number as it is kept and sent. In the North American plan its digits: 10, or 11 starting with 1 (D2 §5);
 * everywhere else + and 8 to 15 digits, starting with the country's code (docs/spec-interpretations.md). Anything else is a
 * problem in the spec's words.
 */
export function parsePhone(typed: string): { digits: string } | { problem: PhoneProblem } {
  const text = withoutSeparators(typed);
  if (foreign.test(text)) return { digits: text };
  const digits = text.replaceAll('+', '');
  if (!/^\d+$/.test(digits)) return { problem: 'Phone number must be 10 digits' };
  if (text.startsWith('+') && !digits.startsWith('1')) return { problem: 'Invalid country code' };
  if (digits.length === 10 && !text.startsWith('+')) return { digits };
  if (digits.length === 11) return digits.startsWith('1') ? { digits } : { problem: 'Invalid country code' };
  return { problem: 'Phone number must be 10 digits' };
}

/**
 * A number for display, also while it is being typed: (904) 555-0100, with +1 in front of 11 digits (D2 §5), and
 * +52 55 1234 5678. What is too long or holds letters comes back as it was.
 */
export function formatPhone(typed: string): string {
  const text = withoutSeparators(typed);
  if (/^\+(?!1)\d{0,15}$/.test(text)) return formatForeign(text);
  const digits = text.replaceAll('+', '');
  if (!/^\d*$/.test(digits)) return typed;
  if (text.startsWith('+1') || (digits.length === 11 && digits.startsWith('1')))
    return digits.length > 11 ? typed : `+1 ${formatPhone(digits.slice(1))}`.trim();
  if (digits.length > 10) return typed;
  if (digits.length > 6) return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  if (digits.length > 3) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return digits;
}

/** The address that a telephone dials: digits, with the + of another country. */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/**
 * A kept number as services abroad take it, in E.164: + and digits, with the 1 of the North American plan; '' for what is no
 * number.
 */
export function internationalPhone(phone: string): string {
  const parsed = parsePhone(phone);
  if (!('digits' in parsed)) return '';
  const { digits } = parsed;
  if (digits.startsWith('+')) return digits;
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}

/** What two spellings of one number have in common: a North American one is the same with and without its 1. */
export function comparablePhone(phone: string): string {
  return phone.startsWith('+') ? phone : phone.slice(-10);
}

/** The digits by which whoever has a number is looked for, once it is whole; undefined before that. */
export function wholePhone(typed: string): string | undefined {
  const parsed = parsePhone(typed);
  return 'digits' in parsed ? comparablePhone(parsed.digits).replace('+', '') : undefined;
}

/**
 * The last ten digits of a number of another country that was typed with its +: lists keep so much of a number, by which it
 * is looked for. Undefined for any other text.
 */
export function internationalSuffix(typed: string): string | undefined {
  const parsed = parsePhone(typed);
  return 'digits' in parsed && parsed.digits.startsWith('+') ? parsed.digits.slice(1).slice(-10) : undefined;
}

/** Calling codes of one and two digits (ITU-T E.164); all others have three. */
const shortCodes = /^(7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** “+52 55 1234 5678”: the country's code, then groups of four from the end. */
function formatForeign(text: string): string {
  const digits = text.slice(1);
  const code = shortCodes.exec(digits)?.[0] ?? digits.slice(0, 3);
  const groups = digits.slice(code.length).match(/\d{1,4}(?=(?:\d{4})*$)/g) ?? [];
  return `+${[code, ...groups].filter(Boolean).join(' ')}`;
}

/** A phone number, kept as `parsePhone` gives it. Issues: 'Phone number must be 10 digits', 'Invalid country code'. */
export const phoneNumber: z.ZodString = z
  .string('Phone number must be 10 digits')
  .overwrite((typed) => {
    const parsed = parsePhone(typed);
    return 'digits' in parsed ? parsed.digits : typed;
  })
  .check((context) => {
    const parsed = parsePhone(context.value);
    if ('problem' in parsed) {
      context.issues.push({ code: 'custom', message: parsed.problem, input: context.value, continue: true });
    }
  });

/** The ends of a phone number that people type: all ten digits, the last seven, the last four. */
export const phoneSearchTokens = (phone: string): string[] => {
  const digits = phone.replace(/\D/g, '').slice(-10);
  return digits.length < 7 ? [] : [digits, digits.slice(-7), digits.slice(-4)];
};

/** The digits by which a typed phone number is looked for, however it is written; undefined for what is none. */
export const typedPhone = (typed: string): string | undefined => {
  const abroad = internationalSuffix(typed);
  if (abroad) return abroad;
  const digits = typed.replace(/[\s().+-]/g, '');
  if (!/^\d{4,11}$/.test(digits)) return undefined;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
};
