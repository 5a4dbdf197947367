import { internationalSuffix, phoneSearchTokens } from '#domain/shared/values/phone.ts';
import {
  foldForSearch,
  isSearchable,
  mostSelectiveFirst,
  searchTokens,
  searchWords,
} from '#domain/shared/values/search-text.ts';

const joined = (text: string): string => foldForSearch(text).replace(/[^\p{L}\p{N}]+/gu, '');

export interface CaseSearchKeys {
  readonly case_number: string;
  readonly deceased: string;
  readonly alias: string;
  readonly informant: string;
  readonly phones: readonly string[];
}

/** Returns the search words of a case. The year, in every case number, narrows a search but is never looked up. */
export function caseSearchTokens({ case_number, deceased, alias, informant, phones }: CaseSearchKeys): {
  found: string[];
  tested: string[];
} {
  const parts = searchTokens(case_number);
  const found = [
    joined(case_number),
    ...parts.filter((part) => !isYear(part)),
    ...searchWords(deceased, informant),
    ...phones.flatMap(phoneSearchTokens),
    ...searchWords(alias),
  ];
  return { found, tested: parts.filter(isYear) };
}

export interface CaseSearch {
  readonly lookup: string;
  readonly others: readonly string[];
}

/** Parses a phone number, case number or names; undefined when nothing can be looked up (S-26). */
export function caseSearch(typed: string): CaseSearch | undefined {
  const abroad = internationalSuffix(typed);
  if (abroad) return { lookup: abroad, others: [] };
  const phone = typed.trim().replace(/[\s().+-]/g, '');
  if (/^(\d{7}|\d{10,11})$/.test(phone) && /^[\d\s().+-]+$/.test(typed.trim()))
    return { lookup: phone.length === 11 && phone.startsWith('1') ? phone.slice(1) : phone, others: [] };
  const words = typed.split(/\s+/).flatMap((word) => (/\d/.test(word) ? joined(word) || [] : searchTokens(word)));
  const yearsLast = words.toSorted((a, b) => Number(isYear(a)) - Number(isYear(b)));
  const [lookup, ...others] = mostSelectiveFirst(yearsLast, typed);
  return lookup === undefined || !isSearchable(lookup) ? undefined : { lookup, others };
}

/** Returns whether each other search word is a prefix of some word of the hit. */
export function matchesRemainingTokens({ others }: CaseSearch, words: readonly string[]): boolean {
  return others.every((other) => words.some((word) => word.startsWith(other)));
}

function isYear(word: string): boolean {
  return /^(19|20)\d\d$/.test(word);
}
