import type * as z from 'zod';
import { isSearchable, mostSelectiveFirst, searchTokens } from '#domain/shared/values/search-text.ts';
import { valueInOrderKey } from '#functions/platform/store/key-format.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { prefixEnd, type Table } from '#functions/platform/store/table.ts';
import { boundedTokens, type ListDefinition, maxTokenLength } from './list-definition.ts';
import { rowSchema, tokensIn } from './projection.ts';

/** Reverses hits, which come newest first. */
export const oldestFirst = (isRequested: boolean) =>
  isRequested ? { sorted: <Row>(rows: Row[]): Row[] => rows.toReversed() } : {};

/** Splits a search: the rarest word is looked up by its prefix, and the others must match the record's words. */
export const searchFor = (typed: string): { lookup: string; found: (tokens: readonly string[]) => boolean } => {
  const providers = searchTokens(...(typed.match(/@\S+/g) ?? []));
  const words = searchTokens(typed.replace(/@\S+/g, ' '));
  const terms = words.some(isSearchable) ? [...mostSelectiveFirst(words, typed), ...providers] : searchTokens(typed);
  const [lookup = '', ...others] = boundedTokens(terms);
  return { lookup, found: (tokens) => others.every((term) => tokens.some((token) => token.startsWith(term))) };
};

/** Sorts after a key and before every key that starts with it. */
const beyond = '\u0001';
const maxReadAtOnce = 1000;
/** A slightly low estimate then needs no further query. */
const fewMore = 10;

/** Returns a key after everything before a token key, which ends in a hexadecimal digit of an id. */
const before = (key: string): string =>
  prefixEnd(`${key.slice(0, -1)}${String.fromCharCode(key.charCodeAt(key.length - 1) - 1)}`);

export interface Hit {
  id: string;
  order: string;
}

export interface HitRequest {
  list: string;
  /** Normalized token prefix of at least two letters; a single letter must match a whole token. */
  lookup: string;
  matches: (tokens: readonly string[]) => boolean;
  limit: number;
  read: number;
  after?: string | undefined;
  /** Among equal tokens the newest record is first, so that it is included if there are more than `limit`. */
  newestFirst?: boolean;
}

/** Returns records with a token that starts with `lookup`, in token order; `end` is the next cursor. */
export const searchHits = async (
  table: Table,
  keys: Keys,
  { list, lookup: asked, matches, limit, read, after: start, newestFirst = false }: HitRequest,
): Promise<{ hits: Hit[]; end?: string }> => {
  const hits: Hit[] = [];
  const lookup = [...asked].slice(0, maxTokenLength).join('');
  let range: readonly [string, string] = [start ? `${start}${beyond}` : lookup, prefixEnd(lookup)];
  // If many tokens do not lead to a new record, the next read is sized by the hit rate so far, and at least half of all
  // reads so far, because a query costs more than its rows.
  let last = '';
  for (let left = read; left > 0; ) {
    const done = read - left;
    const needed = done === 0 ? limit : ((limit - hits.length) * done) / hits.length;
    const chunk = Math.min(left, Math.ceil(Math.max(needed * 1.05 + fewMore, done / 2)), maxReadAtOnce);
    const items = await table.query({
      pk: keys.tokens(list, lookup),
      between: range,
      limit: chunk,
      newestFirst,
      consistent: false,
      only: ['sk', 'id', 'order', 'tokens', 'tested'],
    });
    for (const item of items) {
      const own = tokensIn(item.tokens as string | undefined);
      const [first] = own.filter((token) => token.startsWith(lookup)).sort();
      const isFirst = valueInOrderKey(item.sk) === first;
      if (isFirst && matches([...own, ...tokensIn(item.tested as string | undefined)]))
        hits.push({ id: String(item.id), order: String(item.order) });
      if (hits.length === limit) return { hits, end: item.sk };
    }
    if (items.length < chunk) return { hits };
    left -= chunk;
    last = items.at(-1)?.sk ?? '';
    range = newestFirst ? [lookup, before(last)] : [`${last}${beyond}`, range[1]];
  }
  return { hits, end: last };
};

/** Returns the rows of records in the order of their ids, omitting records that are not in the list. */
export const rowsOf = async <Columns extends z.ZodObject>(
  table: Table,
  keys: Keys,
  list: ListDefinition<Columns>,
  ids: readonly string[],
): Promise<z.output<Columns>[]> => {
  const wanted = ids.map((id) => keys.row(list.partition(keys, id)));
  const items = await table.getAll(wanted, { consistent: false });
  return items.flatMap((item) => {
    const { row, gsi1pk } = rowSchema.parse(item);
    // Without an index key it is a leftover of a record being deleted.
    return gsi1pk === undefined ? [] : [list.columns.parse(JSON.parse(row))];
  });
};
