import type * as z from 'zod';
import { valueInOrderKey } from '#functions/platform/store/key-format.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { prefixEnd, type Table } from '#functions/platform/store/table.ts';
import { rowSchema, tokensIn } from './duplicate-index.ts';
import { type ListDefinition, maxTokenLength } from './list-definition.ts';

/** Sorts after a key and before whatever starts with it. */
const beyond = '\u0001';
const maxReadAtOnce = 1000;
/** Read beyond what is expected to do, so that a guess that is a little short does not cost another query. */
const fewMore = 10;

/** Sorts after whatever sorts before a key of tokens, which ends in a digit of an id. */
const before = (key: string): string =>
  prefixEnd(`${key.slice(0, -1)}${String.fromCharCode(key.charCodeAt(key.length - 1) - 1)}`);

/** A record that a search found, and where it stands among the others. */
export interface Hit {
  id: string;
  order: string;
}

export interface HitRequest {
  list: string;
  /** Folded beginning of a token, of at least two letters; one letter stands for a whole token. */
  lookup: string;
  /** Whether a record with these tokens is found; by its tokens, whatever else was typed. */
  matches: (tokens: readonly string[]) => boolean;
  /** At most so many hits, and so many tokens read for them. */
  limit: number;
  read: number;
  /** Where an earlier answer ended; of one in the order of the tokens. */
  after?: string | undefined;
  /** Of records with the same token the newest first, so that where there are more than `limit` these are among them. */
  newestFirst?: boolean;
}

/**
 * Records of which some token starts with `lookup`, in the order of those tokens, each record once: at the first of its
 * tokens that does, so that nothing needs to be remembered from one answer to the next. `end` is where to go on; without
 * it these are all.
 */
export const searchHits = async (
  table: Table,
  keys: Keys,
  { list, lookup: asked, matches, limit, read, after: start, newestFirst = false }: HitRequest,
): Promise<{ hits: Hit[]; end?: string }> => {
  const hits: Hit[] = [];
  // As tokens are cut before they are stored, so is what is looked for: a key of DynamoDB has 1,024 bytes.
  const lookup = [...asked].slice(0, maxTokenLength).join('');
  let range: readonly [string, string] = [start ? `${start}${beyond}` : lookup, prefixEnd(lookup)];
  // Nearly every token leads to a record of its own. Where some lead to one that is found already, or other terms rule
  // many out, as many are read next as the hits so far let expect, and at least half as many as so far: hits may lie
  // apart, and a query costs more than what it finds.
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

/** The rows of some records in the order of their ids; a record that is not in the list is left out. */
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
    // Without a place in the list it is what is left of a record that is being taken away.
    return gsi1pk === undefined ? [] : [list.columns.parse(JSON.parse(row))];
  });
};
