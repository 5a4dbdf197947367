import * as z from 'zod';
import { cleanLine, tooLongMessage, withoutInvisible } from './text.ts';

export const personNameLimit = 100;

/** Letters of any script, spaces, hyphens, apostrophes (also Hebrew and Armenian), periods and middle dots. */
const lettersOnly = /^(?=.*\p{L})(?:[\p{L}\p{M} '’‘ʼ`´\u05F3\u05F4\u055A.·・\p{Pd}]|\u200C|\u200D)+$/u;
/** Ligatures and full-width letters, as in PDF files and old systems: “ﬁ”, “ﻻ”, “Ａ”. */
const presentationForms = /[\uFB00-\uFB06\uFB50-\uFDFF\uFE70-\uFEFC\uFF00-\uFFEF]/g;
/** Hyphens that some fonts do not have. */
const hyphens = /[\u2010-\u2015\u2212\uFE58\uFE63]/g;
/** Characters that people type for an apostrophe or a middle dot. */
const apostrophes = /[\u201B\u2032]/g;
const cleanName = (value: string): string =>
  cleanLine(withoutInvisible(value))
    .replace(apostrophes, '’')
    .replaceAll('\u2027', '·')
    .replace(presentationForms, (letter) => letter.normalize('NFKC'))
    .replace(hyphens, '-');

export interface PersonNameRule {
  /** 1 for real one-letter names and initials (a parent's initial, “Ý”). */
  minLength?: 1 | 2;
  maxLength?: number;
}

/** A person's name by D1 and D2 §5 with Unicode letters (José, Nguyễn), NFC and single spaces. */
export function personName(label = 'Name', rule: PersonNameRule = {}): z.ZodString {
  const { minLength = 2, maxLength = personNameLimit } = rule;
  return z
    .string(`${label} must be text`)
    .overwrite(cleanName)
    .min(minLength, minLength === 1 ? `${label} is required` : `${label} must be at least ${minLength} characters long`)
    .max(maxLength, tooLongMessage(label, maxLength))
    .regex(lettersOnly, `${label} can only contain letters, spaces, hyphens, apostrophes, and periods`);
}

/** True for a one-letter first or last name, which the user must confirm. */
export function isOneLetterName(value: unknown): boolean {
  return typeof value === 'string' && cleanName(value).length === 1 && lettersOnly.test(cleanName(value));
}

export const wholeNameLabel = 'Yes, this is the whole name';

/** True if the answer next to a one-letter name confirms it, such as `deceased_whole_name`. */
export function isConfirmedName(name: string, value: unknown, values: Readonly<Record<string, unknown>>): boolean {
  const [, of = ''] = /^(deceased_|customer_|father_|mother_|spouse_|)(?:first|last|maiden)_name$/.exec(name) ?? [
    undefined,
    '?',
  ];
  if (of === '?' || !isOneLetterName(value)) return false;
  return values[`${['', 'deceased_', 'customer_'].includes(of) ? of : 'family_'}whole_name`] === true;
}

/** Letters as a reader counts them: “नि” is one. Older Firefox has no segmenter; a letter has its marks there. */
export const graphemesOf = (text: string): string[] =>
  typeof Intl.Segmenter === 'function'
    ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    : (text.match(/\P{M}\p{M}*/gu) ?? []);

/** The first letter of a longer name, which families type for an initial. */
export const firstLetter = (name: string): string => graphemesOf(cleanName(name))[0] ?? '';

/** Code units of one letter with its marks. */
export const initialLimit = 12;

/** One letter; a period after it is dropped (D1 §5, parents' middle initials). */
export function middleInitial(label = 'Middle initial'): z.ZodString {
  return z
    .string(`${label} must be text`)
    .overwrite((value) => cleanName(value).replace(/\.$/, ''))
    .max(initialLimit, { error: tooLongMessage(label, 1), abort: true })
    .refine((value) => graphemesOf(value).length <= 1, tooLongMessage(label, 1))
    .regex(lettersOnly, `${label} can only contain letters, spaces, hyphens, apostrophes, and periods`);
}

/** Returns “Last, First Middle Suffix” of a full name; the full name if the last name is unknown or not in it. */
export function lastNameFirst(full: string, last: string): string {
  const words = full.split(' ');
  const own = last.split(' ');
  const at = words.findLastIndex((_, index) => own.every((word, ahead) => words[index + ahead] === word));
  const others = words.toSpliced(at, own.length).join(' ');
  return at < 0 || !last || !others ? full : `${last}, ${others}`;
}

/** Returns “First Middle Last Suffix” of the parts that exist. */
export function fullName(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');
}
