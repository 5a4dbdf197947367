import * as z from 'zod';

/** The message of D2 §5 for a text over its limit. */
export function tooLongMessage(label: string, limit: number): string {
  return `${label} must be ${limit} ${limit === 1 ? 'character' : 'characters'} or less`;
}

/** Nearly every text: letters, digits and signs of ASCII with single spaces between them, which stays as it is. */
const isPlain = (text: string): boolean => /^[!-~]+(?: [!-~]+)*$/.test(text);

/**
 * A text without the characters that cannot be seen, such as the direction marks around a copied phone number. The joiners of
 * Persian and Sinhala names stay between letters.
 */
export function withoutInvisible(value: string): string {
  return isPlain(value) ? value : value.replace(/(?!(?<=[\p{L}\p{M}])[\u200C\u200D](?=\p{L}))\p{Cf}/gu, '');
}

/** NFC, well-formed, one line, single spaces, no control characters, trimmed. */
export function cleanLine(value: string): string {
  return isPlain(value) ? value : cleanText(value).replace(/\s+/g, ' ');
}

/** NFC, well-formed, trimmed; keeps line breaks (as \n) and drops every other control character. */
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

/** A text of at most `limit` UTF-16 units (as an input's maxlength counts) that ends in no half of a letter. */
export const cut = (text: string, limit: number): string => text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');

/** Texts as sentences, one after the other; one that ends in a period, such as a name with “Sr.”, gets no second one. */
export const joinSentences = (texts: readonly string[]): string =>
  texts.map((text) => (text.endsWith('.') ? text : `${text}.`)).join(' ');

/** A text of one line of at most `limit` UTF-16 units (as an input's maxlength counts). */
export function singleLineText(label: string, limit: number): z.ZodString {
  return z
    .string(`${label} must be text`)
    .check(z.overwrite(cleanLine), z.maxLength(limit, tooLongMessage(label, limit)));
}

/** What mail programs make links of, and marks that turn the reading direction around. */
const unsafeInNames = /:\/\/|\bwww\.|[\u200E\u200F\u202A-\u202E\u2066-\u2069]/i;

/** A name that stands in mails to strangers, of an organization or a home: a line without links. */
export function linkFreeName(label: string, limit: number): z.ZodString {
  return singleLineText(label, limit).refine(
    (typed) => !unsafeInNames.test(typed),
    `${label} cannot contain a web address`,
  );
}

/** A text of several lines of at most `limit` UTF-16 units. */
export function multilineText(label: string, limit: number): z.ZodString {
  return z
    .string(`${label} must be text`)
    .check(z.overwrite(cleanText), z.maxLength(limit, tooLongMessage(label, limit)));
}
