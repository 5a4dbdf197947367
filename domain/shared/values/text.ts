import * as z from 'zod';

/** Returns the message of D2 §5 for a text that is too long. */
export function tooLongMessage(label: string, limit: number): string {
  return `${label} must be ${limit} ${limit === 1 ? 'character' : 'characters'} or less`;
}

const isPlain = (text: string): boolean => /^[!-~]+(?: [!-~]+)*$/.test(text);

/** Returns a text without invisible characters; joiners between letters of Persian and Sinhala names stay. */
export function withoutInvisible(value: string): string {
  return isPlain(value) ? value : value.replace(/(?!(?<=[\p{L}\p{M}])[\u200C\u200D](?=\p{L}))\p{Cf}/gu, '');
}

/** Returns one line: NFC, well-formed, single spaces, no control characters, trimmed. */
export function cleanLine(value: string): string {
  return isPlain(value) ? value : cleanText(value).replace(/\s+/g, ' ');
}

/**
 * Returns text in NFC, well-formed and trimmed; keeps line breaks (as LF) and
 * drops other control characters.
 */
export function cleanText(value: string): string {
  if (isPlain(value)) return value;
  return value
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .trim();
}

/** Returns at most `limit` UTF-16 units (as maxlength counts) without a split surrogate pair. */
export const cut = (text: string, limit: number): string => text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');

/** Returns the form of a word or phrase that fits `count`, without the number. */
export const pluralForm = (count: number, singular: string, plural: string): string =>
  count === 1 ? singular : plural;

/** Returns a text whose first letter is upper case. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Joins texts as sentences; one that ends in a period, such as a name with “Sr.”, gets no second one. */
export const joinSentences = (texts: readonly string[]): string =>
  texts.map((text) => (text.endsWith('.') ? text : `${text}.`)).join(' ');

/** One line of at most `limit` UTF-16 units (as maxlength counts). */
export function singleLineText(label: string, limit: number): z.ZodString {
  return z
    .string(`${label} must be text`)
    .check(z.overwrite(cleanLine), z.maxLength(limit, tooLongMessage(label, limit)));
}

/** Texts that email programs turn into links, and marks that reverse the reading direction. */
const unsafeInNames = /:\/\/|\bwww\.|[\u200E\u200F\u202A-\u202E\u2066-\u2069]/i;

/** A name of an organization or location in emails to strangers: one line without links. */
export function linkFreeName(label: string, limit: number): z.ZodString {
  return singleLineText(label, limit).refine(
    (typed) => !unsafeInNames.test(typed),
    `${label} cannot contain a web address`,
  );
}

/** Several lines of at most `limit` UTF-16 units. */
export function multilineText(label: string, limit: number): z.ZodString {
  return z
    .string(`${label} must be text`)
    .check(z.overwrite(cleanText), z.maxLength(limit, tooLongMessage(label, limit)));
}
