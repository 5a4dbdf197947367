import { personParts } from '#domain/quickbooks/payer-name.ts';

/** Words that stand for a name that is not known; “Null” and “Na” are family names. */
const nameless = /^(?:n\/a|none|unknown|unk|not given|nmn|nmi)\.?$/i;

/** What stands before names of people and is none: “Mr. & Mrs.”, “Dr.”, “Estate of”; also behind a last name and its comma. */
const titles =
  /(^|,)\s*(?:(?:mr|mrs|ms|miss|dr|rev)\b\.?\s*(?:(?:&|\+|and)\s+)?|(?:the\s+)?est(?:ate)?\.? of\s+|the late\s+)+(?=\p{L})/giu;
const untitled = (text: string): string => text.replace(titles, '$1 ').trim();

/** A name as the product takes it, of a text as other systems have it. */
export interface ReadName {
  name: string;
  /** Whether something of the text is not in the name: “Bob” of Robert (Bob). */
  isShortened: boolean;
}

/**
 * The name in a text: without what stands in parentheses or quotation marks, with “and” for & and +, and without commas and
 * signs around it. '' for a text that only says that there is none.
 */
export const importedName = (text: string): ReadName => {
  const spaced = text.replace(/\s+/g, ' ').trim();
  const bare = untitled(spaced).replace(/\([^)]*\)|\[[^\]]*\]|"[^"]*"|“[^”]*”/gu, ' ');
  const name = bare
    .replace(/\s*[&+/]\s*/gu, ' and ')
    .replace(/\s*,\s*/gu, ' ')
    .replace(/^[\s*#?!;:\d]+|[\s*#?!;:\d]+$/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (!/\p{L}/u.test(name) || nameless.test(spaced)) return { name: '', isShortened: false };
  const letters = (value: string): string => value.replace(/[^\p{L}\p{M}]/gu, '');
  const said = letters(spaced.replace(/[&+/]/gu, ' and '));
  return { name, isShortened: letters(name) !== said || /[&+\d]/.test(spaced) };
};

/** First, middle and last name with its suffix, of a whole name: “Pruitt, Walter J. Jr.” or “Walter J. Pruitt, Jr.”. */
export const importedWholeName = (text: string) => {
  const [plain = '', ...others] = untitled(text)
    .replace(/\([^)]*\)|"[^"]*"|“[^”]*”/gu, ' ')
    .split(/\s+(?:&|\+|and)\s+/iu)
    .map((part) => part.trim());
  // "John & Mary Tanaka": the family name of both stands last, and that of "Tanaka, John & Mary" first.
  const last = others.at(-1);
  const isShared = last !== undefined && !plain.includes(',') && !/\s/.test(plain);
  const { given, family, suffix } = personParts(isShared ? `${plain} ${last.split(/\s+/).slice(1).join(' ')}` : plain);
  const [first = '', ...middle] = given.split(' ');
  const couple = last ? ` and ${isShared ? (last.split(/\s+/)[0] ?? '') : last}` : '';
  return { first: `${first}${couple}`, middle: middle.join(' '), last: family, suffix };
};
