import { isSearchable, mostSelectiveFirst, searchTokens } from '#domain/shared/values/search-text.ts';
import { boundedTokens } from '#functions/platform/store/lists/list-definition.ts';

/** Reverses hits, which come newest first. */
export const oldestFirst = (isRequested: boolean) =>
  isRequested ? { sorted: <Row>(rows: Row[]): Row[] => rows.toReversed() } : {};

/**
 * Splits a typed search: the probably rarest word is looked up by its prefix (never an email provider), and every
 * other word must be a prefix of some word of the record.
 */
export const searchFor = (typed: string): { lookup: string; found: (tokens: readonly string[]) => boolean } => {
  const providers = searchTokens(...(typed.match(/@\S+/g) ?? []));
  const words = searchTokens(typed.replace(/@\S+/g, ' '));
  const terms = words.some(isSearchable) ? [...mostSelectiveFirst(words, typed), ...providers] : searchTokens(typed);
  const [lookup = '', ...others] = boundedTokens(terms);
  return { lookup, found: (tokens) => others.every((term) => tokens.some((token) => token.startsWith(term))) };
};
