/** Letters without a decomposition into base letter and mark. */
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

/** True for nearly every text; the general algorithm takes ten times as long with the same result. */
const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Returns a text without case, diacritics and normalization differences (“Nguyễn” → “nguyen”). */
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
 * Returns a text without case and accents of Latin letters (“José” → “jose”). In other scripts marks form different
 * letters (राम is not रमा).
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

/** Returns the distinct normalized words in order. Apostrophes and periods join (“O'Neill” → “oneill”). */
export function searchTokens(...texts: readonly (string | null | undefined)[]): string[] {
  const tokens = texts.flatMap((text) => {
    const joined = foldForSearch(text ?? '').replace(/['’ʼʻ.]/g, '');
    return joined.split(isAscii(joined) ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u);
  });
  return [...new Set(tokens)].filter((token) => token !== '');
}

/** True if a word has two letters, or is in a script where one letter can be a word (李). */
export function isSearchable(word: string): boolean {
  return word.length >= 2 || /^(?!\p{Script=Latin})\p{L}$/u.test(word);
}

/** True for a script in which names have no space and the family name comes first. */
export const isWrittenTogether = (word: string): boolean =>
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+$/u.test(word);
const maxJoined = 3;

/** Returns a name typed as one word, last name first (“明 李” → “李明”), and as it is; empty for scripts with spaces. */
export function joinedNames(name: string): string[] {
  const words = isAscii(name) ? [] : searchTokens(name);
  if (words.length < 2 || words.length > maxJoined || !words.every(isWrittenTogether)) return [];
  return [[...words.slice(-1), ...words.slice(0, -1)], words].map((inOrder) => inOrder.join(''));
}

/** Returns the words by which a record is found, such as “neill” of O'Neill and names typed as one word. */
export function searchWords(...texts: readonly (string | null | undefined)[]): string[] {
  const behind = texts.flatMap((text) =>
    [...foldForSearch(text ?? '').matchAll(/['’ʼʻ]([\p{L}\p{N}]{2,})/gu)].map(([, word = '']) => word),
  );
  const joined = texts.flatMap((text) => joinedNames(text ?? ''));
  return [...new Set([...searchTokens(...texts), ...behind, ...joined])];
}

const maxNameWords = 3;

/** Returns the longer words of a multi-word last name: 'Solís de Ortega' and 'Solis Ortega' are one family. */
export function wordsOfLastName(lastName: string): string[] {
  const words = searchTokens(lastName);
  return words.length < 2 ? [] : words.filter((word) => [...word].length >= fewestLetters).slice(0, maxNameWords);
}

/** Shorter last names are prefixes of many others. */
const fewestLetters = 4;

/** Orders typed words: the probable last name (last, or before a comma), else the longest, is first. */
export function mostSelectiveFirst(words: readonly string[], typed: string): string[] {
  const name = searchTokens(typed.split(',')[0]).at(-1) ?? '';
  const isName = !/\d/.test(typed) && [...name].length >= fewestLetters;
  const length = (word: string): number => (isSearchable(word) ? word.length : 0);
  const weight = (word: string): number => (isName && word === name ? Number.POSITIVE_INFINITY : length(word));
  return words.toSorted((a, b) => (weight(a) === weight(b) ? 0 : weight(b) - weight(a)));
}
