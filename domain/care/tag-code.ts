import { unambiguousAlphabet } from '#domain/families/family-code.ts';

/** Letters without vowels and look-alikes: a tag spells no word. */
export const tagLetters = unambiguousAlphabet.replace(/\d/g, '');
export const tagLength = 10;

const whole = new RegExp(`^[${tagLetters}]{${tagLength}}$`);

/** Returns a new tag. `random` returns an integer from 0 below its argument. */
export const newTag = (random: (below: number) => number): string =>
  Array.from({ length: tagLength }, () => tagLetters[random(tagLetters.length)]).join('');

/** Returns the tag of a scan or of typed letters in any case and grouping; undefined if it is not whole. */
export const readTag = (typed: string): string | undefined => {
  const letters = typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
  return whole.test(letters) ? letters : undefined;
};

/** Returns a tag in groups as it is read aloud: `KVF HMXB RTP`. */
export const tagText = (tag: string): string => `${tag.slice(0, 3)} ${tag.slice(3, 7)} ${tag.slice(7)}`;

/** Returns what a wall shows of a tag. */
export const tagEnd = (tag: string): string => tag.slice(-3);
