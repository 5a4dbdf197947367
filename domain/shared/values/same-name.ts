import { withoutAccents } from './search-text.ts';

/** A part of a name without case, spaces and punctuation (“O'Neill” is “ONeill”); accents and marks stay. */
const exactPart = (part: string): string =>
  part
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '');

/** The parts of a name as one text that is equal only for the same name with the same accents; '|' alone for no name. */
export const exactName = (parts: readonly string[]): string => parts.map(exactPart).join('|');

/** Whether a name is another one, or is it with accents left out of some parts (Jose Peña for José Peña). */
export const isTypedFor = (typed: readonly string[], name: readonly string[]): boolean => {
  const whole = name.map(exactPart);
  return typed.map(exactPart).every((part, at) => part === whole[at] || part === withoutAccents(whole[at] ?? ''));
};

/**
 * Whether two names, part by part, are those of one person: each part is equal with its accents (Thúy is not Thủy), or was
 * typed without any on one side (José is Jose). Search compares by `fold`, which drops every mark and so cannot tell people
 * apart.
 */
export const haveSameParts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length &&
  a.every((part, at) => isTypedFor([part], [b[at] ?? '']) || isTypedFor([b[at] ?? ''], [part]));

const words = (name: string): string[] => name.trim().split(/\s+/);

/** The same for two names that are one text each; spaces count only where both have as many words. */
export const isSameName = (a: string, b: string): boolean =>
  haveSameParts(words(a), words(b)) || haveSameParts([a], [b]);
