import * as z from 'zod';

/** Room for a pasted number with its prefixes and marks: a cut number of another country looks whole. */
export const phoneLimit = 40;

type PhoneProblem = 'Phone number must be 10 digits' | 'Invalid country code';

/** Separators between digits, and invisible marks around a copied number. */
const separators = /[\s()./·•\u2212\p{Pd}\p{Cf}]/gu;

/** A 0 that is dialed only within the country: +44 (0)20. Italy, San Marino and the Vatican keep it. */
const trunkZero = /^([\s\p{Cf}]*\+(?!39|37[89])\d{1,3}\s*)\(0\)/u;
/** The prefix dialed before a country code, in the US and most other countries. */
const exitCode = /^(?:011|00)(?=[2-9]\d{8,14}$|1\d{10}$)/;
/** Their last four bits are the value of an Arabic or Persian digit. */
const arabicDigits = /[\u0660-\u0669\u06F0-\u06F9]/g;
const withoutSeparators = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(arabicDigits, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/^\s*tel:/i, '')
    .replace(trunkZero, '$1')
    .replace(separators, '')
    .replace(exitCode, '+');

/** A stored number outside the North American plan: + and the 8 to 15 digits of E.164. */
const foreign = /^\+[2-9]\d{7,14}$/;

/** Returns a phone number as stored: 10 digits, or 11 starting with 1 (D2 §5); elsewhere + and 8 to 15 digits. */
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

/** Returns a number for display, also while typing: (904) 555-0100, +1 before 11 digits, +52 55 1234 5678. */
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

/** Returns the digits of a tel: link, with + for another country. */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/** Returns a stored number in E.164 with its +; '' if it is invalid. */
export function internationalPhone(phone: string): string {
  const parsed = parsePhone(phone);
  if (!('digits' in parsed)) return '';
  const { digits } = parsed;
  if (digits.startsWith('+')) return digits;
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}

/** Returns a form equal for all notations of a number, with or without the 1 of North America. */
export function comparablePhone(phone: string): string {
  return phone.startsWith('+') ? phone : phone.slice(-10);
}

/** Returns the digits to search for once a number is complete; undefined before that. */
export function wholePhone(typed: string): string | undefined {
  const parsed = parsePhone(typed);
  return 'digits' in parsed ? comparablePhone(parsed.digits).replace('+', '') : undefined;
}

/** Returns the last ten digits of an international number typed with +, as lists index them. */
export function internationalSuffix(typed: string): string | undefined {
  const parsed = parsePhone(typed);
  return 'digits' in parsed && parsed.digits.startsWith('+') ? parsed.digits.slice(1).slice(-10) : undefined;
}

/** Calling codes of one and two digits (ITU-T E.164); all others have three. */
const shortCodes = /^(7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** A Mexican area code has three digits, except in the three largest cities. A 1 before it is of old mobile numbers. */
const mexican = /^52(1(?=\d{10}$))?(?:(33|5[56]|81)(\d{1,4})|(\d{3})(\d{1,3}))(\d*)$/;

/** Returns “+52 664 123 4567” in Mexico, elsewhere the country code, then groups of four from the end. */
function formatForeign(text: string): string {
  const digits = text.slice(1);
  const parts = mexican.exec(digits)?.slice(1);
  if (parts) return ['+52', ...parts].filter(Boolean).join(' ');
  const code = shortCodes.exec(digits)?.[0] ?? digits.slice(0, 3);
  const groups = digits.slice(code.length).match(/\d{1,4}(?=(?:\d{4})*$)/g) ?? [];
  return `+${[code, ...groups].filter(Boolean).join(' ')}`;
}

/** Stored as `parsePhone` returns it. */
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

/** Returns the phone number endings that people type: all ten digits, the last seven, the last four. */
export const phoneSearchTokens = (phone: string): string[] => {
  const digits = phone.replace(/\D/g, '').slice(-10);
  return digits.length < 7 ? [] : [digits, digits.slice(-7), digits.slice(-4)];
};

/** Returns the digits to search for of a typed phone number; undefined for any other text. */
export const typedPhone = (typed: string): string | undefined => {
  const abroad = internationalSuffix(typed);
  if (abroad) return abroad;
  const digits = typed.replace(/[\s().+-]/g, '');
  if (!/^\d{4,11}$/.test(digits)) return undefined;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
};
