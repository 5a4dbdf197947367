import { comparablePhone } from '#domain/shared/values/phone.ts';
import {
  foldForSearch,
  isSearchable,
  joinedNames,
  searchTokens,
  searchWords,
} from '#domain/shared/values/search-text.ts';
import type { CustomerFields } from './customer.schema.ts';

/** The words of a customer fit into one transaction. */
const maxWords = 10;
/** A folded letter can become many, and a key of the table has 1,024 bytes. */
const maxWordLength = 60;

const cut = (word: string): string => [...word].slice(0, maxWordLength).join('');

const lettersAndDigits = (text: string): string => foldForSearch(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** The parts of a phone number that people type: all its digits, the last ten, seven and four. */
const phoneWords = (phone: string): string[] => {
  const digits = comparablePhone(phone).replace('+', '');
  return [digits, digits.slice(-10), digits.slice(-7), digits.slice(-4)];
};

/**
 * Returns the folded words that find a customer, each once. The email's domain only narrows a search (`tested`): no
 * one looks up all customers of one provider.
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

/** A search looks up its most selective term by prefix, and tests each hit for the others. */
export interface CustomerSearch {
  lookup: string;
  others: string[];
}

/**
 * Reads a phone number in any form, an email address, or words of a name in any order. Returns undefined if no term
 * can be looked up (quality S-26).
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
  // Stored words are cut, so the words of a search are, too.
  return { lookup: cut(longest), others: [...others, ...domains].map(cut) };
};

/** Returns whether every other term starts a word of the hit. */
export const matchesOthers = ({ others }: CustomerSearch, words: readonly string[]): boolean =>
  others.every((term) => words.some((word) => word.startsWith(term)));

/** Characters of the sort value that names counted in one bucket share in the list by name. */
export const nameSliceWidth = 12;

/**
 * Returns “last first middle”, folded. The separator sorts before every letter, and the value is filled up to the
 * width of a slice.
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

/** Repeated words stay: “Thomas Thomas” sorts after “Thomas”. */
const wordsOf = (name: string): string[] => name.split(/\s+/).flatMap((word) => searchTokens(word));
