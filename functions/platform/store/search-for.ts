import { isSearchable, mostSelectiveFirst, searchTokens } from '#domain/shared/values/search-text.ts';
import { boundedTokens } from '#functions/platform/store/lists/list-definition.ts';

/** The other order of hits, which come newest first. */
export const oldestFirst = (asked: boolean) =>
  asked ? { sorted: <Row>(rows: Row[]): Row[] => rows.toReversed() } : {};

/**
 * How a typed search is looked for: the word that is likely the rarest, by its beginning; every other one has to
 * begin some word of the record. Of an e-mail address that is never the provider, at which very many are. Callers have
 * checked that some word can be looked up.
 */
export const searchFor = (typed: string): { lookup: string; found: (tokens: readonly string[]) => boolean } => {
  const providers = searchTokens(...(typed.match(/@\S+/g) ?? []));
  const words = searchTokens(typed.replace(/@\S+/g, ' '));
  const terms = words.some(isSearchable) ? [...mostSelectiveFirst(words, typed), ...providers] : searchTokens(typed);
  const [lookup = '', ...others] = boundedTokens(terms);
  return { lookup, found: (tokens) => others.every((term) => tokens.some((token) => token.startsWith(term))) };
};
