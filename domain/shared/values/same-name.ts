import { withoutAccents } from './search-text.ts';

/** Returns a name part without case, spaces, punctuation, invisible letters (“O'Neill” is “ONeill”); accents stay. */
const exactPart = (part: string): string =>
  part
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+|\p{Default_Ignorable_Code_Point}+/gu, '');

/** Returns the parts of a name as one comparable text with accents; only '|' for no name. */
export const exactName = (parts: readonly string[]): string => parts.map(exactPart).join('|');

/** True if a name equals another one, or omits accents in some parts (Jose Peña for José Peña). */
export const isTypedFor = (typed: readonly string[], name: readonly string[]): boolean => {
  const whole = name.map(exactPart);
  return typed.map(exactPart).every((part, at) => part === whole[at] || part === withoutAccents(whole[at] ?? ''));
};

/** True if two names, part by part, are equal with accents (Thúy is not Thủy), or one has none (José is Jose). */
export const haveSameParts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length &&
  a.every((part, at) => isTypedFor([part], [b[at] ?? '']) || isTypedFor([b[at] ?? ''], [part]));

const words = (name: string): string[] => name.trim().split(/\s+/);

/** The same for two single-text names; spaces count only if both have as many words. */
export const isSameName = (a: string, b: string): boolean =>
  haveSameParts(words(a), words(b)) || haveSameParts([a], [b]);
