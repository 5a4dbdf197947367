/** Letters that have no decomposition into a base letter and a mark. */
const bases: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ø: 'o',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** Nearly every text that is folded; the long way would take ten times as long and come to the same. */
const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** A text as search compares it: without case, diacritics and differences of normal form (“Nguyễn” → “nguyen”). */
export function foldForSearch(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[đðłøħıŋŧßæœþ]/g, (letter) => bases[letter] ?? letter);
}

/**
 * A text without case and without the accents of Latin letters, which people leave out when they type (“José” → “jose”).
 * Marks of other scripts stay, because they make letters of their own (राम is not रमा, й is not и).
 */
export function withoutAccents(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(?<=\p{Script=Latin}[\u0300-\u036f]*)[\u0300-\u036f]/gu, '')
    .replace(/[đðłøħıŋŧßæœþ]/g, (letter) => bases[letter] ?? letter)
    .normalize('NFKC');
}

/**
 * The distinct folded words of the texts, in their order. Apostrophes and periods join (“O'Neill” → “oneill”), every
 * other character separates.
 */
export function searchTokens(...texts: readonly (string | null | undefined)[]): string[] {
  const tokens = texts.flatMap((text) => {
    const joined = foldForSearch(text ?? '').replace(/['’ʼʻ.]/g, '');
    return joined.split(isAscii(joined) ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u);
  });
  return [...new Set(tokens)].filter((token) => token !== '');
}

/**
 * Whether a folded word can be looked up: it has two letters, or is one of another script than the Latin, in which that
 * is a whole word (李).
 */
export function isSearchable(word: string): boolean {
  return word.length >= 2 || /^(?!\p{Script=Latin})\p{L}$/u.test(word);
}

/** Whether a word is in a script in which names have no space and the family name comes first. */
export const isWrittenTogether = (word: string): boolean =>
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+$/u.test(word);
const maxJoined = 3;

/**
 * A name whose words people type as one, the last name first (“明 李” → “李明”), and as it stands. None of a name in a
 * script that is written with spaces.
 */
export function joinedNames(name: string): string[] {
  const words = isAscii(name) ? [] : searchTokens(name);
  if (words.length < 2 || words.length > maxJoined || !words.every(isWrittenTogether)) return [];
  return [[...words.slice(-1), ...words.slice(0, -1)], words].map((inOrder) => inOrder.join(''));
}

/**
 * The words that a record is found by: those that search compares, what stands behind an apostrophe for itself, so that
 * “neill” finds O'Neill, and names that are typed as one word.
 */
export function searchWords(...texts: readonly (string | null | undefined)[]): string[] {
  const behind = texts.flatMap((text) =>
    [...foldForSearch(text ?? '').matchAll(/['’ʼʻ]([\p{L}\p{N}]{2,})/gu)].map(([, word = '']) => word),
  );
  const joined = texts.flatMap((text) => joinedNames(text ?? ''));
  return [...new Set([...searchTokens(...texts), ...behind, ...joined])];
}

const maxNameWords = 3;

/**
 * The longer words of a last name of several, folded: 'Solís de Ortega' and 'Solis Ortega' are one family, written down by
 * two people. None of a name of one word.
 */
export function wordsOfLastName(lastName: string): string[] {
  const words = searchTokens(lastName);
  return words.length < 2 ? [] : words.filter((word) => [...word].length >= fewestLetters).slice(0, maxNameWords);
}

/** A last name of fewer letters begins many others. */
const fewestLetters = 4;

/**
 * Words that were typed, the one first that is best looked up: the last name, as far as one can tell (it stands last, or
 * before a comma), since first names are shared by more; without one the longest. One that cannot be looked up is last.
 */
export function mostSelectiveFirst(words: readonly string[], typed: string): string[] {
  const name = searchTokens(typed.split(',')[0]).at(-1) ?? '';
  const isName = !/\d/.test(typed) && [...name].length >= fewestLetters;
  const length = (word: string): number => (isSearchable(word) ? word.length : 0);
  const weight = (word: string): number => (isName && word === name ? Number.POSITIVE_INFINITY : length(word));
  return words.toSorted((a, b) => (weight(a) === weight(b) ? 0 : weight(b) - weight(a)));
}
