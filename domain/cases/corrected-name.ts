import { graphemesOf } from '#domain/shared/values/person-name.ts';
import { haveSameParts } from '#domain/shared/values/same-name.ts';
import { withoutAccents } from '#domain/shared/values/search-text.ts';

/** A shorter last name may be the first name of a sister or brother, written last (Nguyen Van Khanh and Khang). */
const minLetters = 6;

const wordsOf = (name: string): string[] => name.trim().split(/\s+/);
const lettersOf = (word: string): string[] => [...withoutAccents(word).replace(/[^\p{L}\p{M}]/gu, '')];
const isInitial = (word: string, at: number): boolean => at > 0 && graphemesOf(lettersOf(word).join('')).length === 1;

/** True for one letter more, less or other, or two adjacent letters exchanged, after the same first letter. */
const isOneLetterOff = (a: readonly string[], b: readonly string[]): boolean => {
  const shorter = Math.min(a.length, b.length);
  if (shorter < minLetters) return false;
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isSwap = left.length === 2 && left.toReversed().join() === right.join();
  return start > 0 && left.length + right.length > 0 && ((left.length < 2 && right.length < 2) || isSwap);
};

/**
 * True if a whole name, first name first, only corrects the spelling of another one: an initial more or less, or one
 * letter of a last name of six letters or more. A first name or an accent that differs is another person (John and Joan,
 * Carol and Carlo, Thúy and Thủy).
 */
export function isCorrectedName(former: string, name: string): boolean {
  if (former.includes(',') || name.includes(',')) return false;
  const [a, b] = [wordsOf(former), wordsOf(name)];
  const [initials = [], others = []] = [a.filter(isInitial), b.filter(isInitial)];
  if (initials.length > 0 && others.length > 0 && !haveSameParts(initials, others)) return false;
  const [whole, corrected] = [a, b].map((words) => words.filter((word, at) => !isInitial(word, at)));
  const [last, lastCorrected] = [whole?.pop() ?? '', corrected?.pop() ?? ''];
  if (!whole?.length || !corrected || !haveSameParts(whole, corrected)) return false;
  return haveSameParts([last], [lastCorrected]) || isOneLetterOff(lettersOf(last), lettersOf(lastCorrected));
}
