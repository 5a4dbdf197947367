import { stringAt } from '#domain/shared/values/as-string.ts';
import { foldForSearch, wordsOfLastName } from '#domain/shared/values/search-text.ts';
import type { SectionValues } from './case-rules.ts';

/** Who a case is about, as far as two cases can be compared by it. */
export interface PersonOfCase {
  readonly first_name: string;
  readonly last_name: string;
  readonly date_of_birth: string;
  readonly date_of_death: string;
}

/** A folded letter can become many, and a key of the table has its limit. */
const comparedLetters = 60;
const letters = (text: string): string =>
  [...foldForSearch(text).replace(/[^\p{L}\p{N}]+/gu, '')].slice(0, comparedLetters).join('');

/**
 * What two cases of the same person have in common, each a value that is compared by equality: the last name, or a longer
 * word of it, and the day of death, or the whole name and the day of birth. So a first name that was spelled otherwise, and a day of death that is
 * not known yet, still lead to the other case; spouses who died apart do not.
 */
export function caseDuplicateKeys(person: PersonOfCase): { reason: 'died' | 'born'; value: string }[] {
  const [first, last] = [letters(person.first_name), letters(person.last_name)];
  if (last.length < 2) return [];
  const names = new Set([last, ...wordsOfLastName(person.last_name).map(letters)]);
  const { date_of_birth: born, date_of_death: died } = person;
  return [
    ...(died ? [...names].map((name) => ({ reason: 'died' as const, value: `${died} ${name}` })) : []),
    ...(born && first ? [{ reason: 'born' as const, value: `${born} ${last} ${first}` }] : []),
  ];
}

/** The person of a case by its sections; '' for what is not known. */
export function personOfCase({ deceased = {} }: SectionValues): PersonOfCase {
  const text = (name: string): string => stringAt(deceased, name);
  return {
    first_name: text('deceased_first_name'),
    last_name: text('deceased_last_name'),
    date_of_birth: text('date_of_birth'),
    date_of_death: text('date_of_death'),
  };
}
