import { comparablePhone } from '#domain/shared/values/phone.ts';
import {
  foldForSearch,
  isSearchable,
  joinedNames,
  searchTokens,
  searchWords,
} from '#domain/shared/values/search-text.ts';
import type { CustomerFields } from './customer.schema.ts';

/** At most so many words of a customer are looked up, so that a change always fits into one transaction. */
const maxWords = 10;
/** A folded letter can become many, and a key of the table has 1,024 bytes. */
const maxWordLength = 60;

const cut = (word: string): string => [...word].slice(0, maxWordLength).join('');

const lettersAndDigits = (text: string): string => foldForSearch(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** The ends of a phone number that people type: all its digits, the last ten, the last seven, the last four. */
const phoneWords = (phone: string): string[] => {
  const digits = comparablePhone(phone).replace('+', '');
  return [digits, digits.slice(-10), digits.slice(-7), digits.slice(-4)];
};

/**
 * The folded words a customer is found by, each once: phone, the e-mail's part before the @, and the names. The part
 * behind the @ is in `tested` alone: a search is narrowed by it, but nobody looks up everybody at one provider.
 */
export const customerWords = (
  customer: Pick<CustomerFields, 'first_name' | 'middle_name' | 'last_name' | 'phone' | 'email'>,
): { found: string[]; tested: string[] } => {
  const [local = '', domain = ''] = (customer.email ?? '').split('@').map(lettersAndDigits);
  const words = [
    ...(customer.phone ? phoneWords(customer.phone) : []),
    local,
    ...searchWords(customer.last_name, customer.first_name, customer.middle_name),
    ...joinedNames([customer.first_name, customer.middle_name, customer.last_name].join(' ')),
  ];
  const short = words.filter((word) => word !== '').map(cut);
  const found = [...new Set(short)].slice(0, maxWords);
  return { found, tested: domain ? [...found, domain] : found };
};

/** What a search looks up (the most selective term, by prefix) and what else each hit must have a word for. */
export interface CustomerSearch {
  lookup: string;
  others: string[];
}

/**
 * Reads what was typed: a phone number in any of its forms, an e-mail address, or words of a name in any order.
 * Undefined when no term can be looked up (quality S-26).
 */
export const customerSearch = (typed: string): CustomerSearch | undefined => {
  const phone = typed.trim().replace(/[\s().+-]/g, '');
  if (/^\d{2,}$/.test(phone)) {
    if (phone.length > maxWordLength) return { lookup: cut(phone), others: [] };
    const countryCode = phone.startsWith('1') && (phone.length === 11 || typed.trim().startsWith('+'));
    return { lookup: countryCode ? phone.slice(1) : phone, others: [] };
  }
  const emails = typed.split(/\s+/).filter((word) => word.includes('@'));
  const domains = emails.flatMap((word) => lettersAndDigits(word.slice(word.indexOf('@'))) || []);
  const locals = emails.flatMap((word) => lettersAndDigits(word.slice(0, word.indexOf('@'))) || []);
  const names = searchTokens(...typed.split(/\s+/).filter((word) => !word.includes('@')));
  const isTerm = (word: string): boolean => isSearchable(word) || locals.includes(word);
  const weight = (word: string): number => (isTerm(word) ? word.length : 0);
  const [longest, ...others] = [...locals, ...names].sort((a, b) => weight(b) - weight(a));
  if (longest === undefined || !isTerm(longest)) return undefined;
  // As words are cut before they are looked up, so is what is looked for.
  return { lookup: cut(longest), others: [...others, ...domains].map(cut) };
};

/** Whether every other term starts some word of the hit. */
export const matchesOthers = ({ others }: CustomerSearch, words: readonly string[]): boolean =>
  others.every((term) => words.some((word) => word.startsWith(term)));

/** So many characters of a name's sort value are counted together in the list by name. */
export const nameSliceWidth = 12;

/**
 * The value customers are sorted by: “last first middle”, folded, the parts joined by a character that sorts before every
 * letter, filled up to the width of a slice so that all slices are equally long.
 */
export const nameSortKey = ({
  first_name,
  middle_name,
  last_name,
}: Pick<CustomerFields, 'first_name' | 'middle_name' | 'last_name'>): string => {
  const parts = [last_name, first_name, middle_name].map((name) => wordsOf(name).join('-')).filter(Boolean);
  const key = [...parts.join('-')].slice(0, 200);
  return [...key, ...Array(Math.max(0, nameSliceWidth - key.length)).fill('!')].join('');
};

/** Every word of a name, repeated ones too: “Thomas Thomas” stands after “Thomas”. */
const wordsOf = (name: string): string[] => name.split(/\s+/).flatMap((word) => searchTokens(word));
