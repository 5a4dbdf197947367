import type { Keys } from './keys.ts';
import { rowIn } from './listing.ts';
import { after, type Table } from './table.ts';

/** Sorts after a key and before whatever starts with it. */
const beyond = '\u0001';

const wordsIn = (text: unknown): string[] => (text ? String(text).split(' ') : []);

/**
 * Rows in which every term starts some word. The longest term, as the most selective, is looked up; the others are
 * tested on what it finds. Terms are folded and have at least two letters.
 */
export const searchRows = async (
  table: Table,
  keys: Keys,
  list: string,
  terms: readonly string[],
): Promise<Record<string, unknown>[]> => {
  const [selective, ...others] = [...terms].sort((a, b) => b.length - a.length);
  if (selective === undefined || selective.length < 2) return [];
  const items = await table.query({ pk: keys.tokens(list, selective), between: [selective, after(selective)] });
  const found = new Map<unknown, Record<string, unknown>>();
  for (const item of items) {
    const words = wordsIn(item.words);
    const matches = others.every((term) => words.some((word) => word.startsWith(term)));
    if (matches && !found.has(item.id)) found.set(item.id, rowIn(item));
  }
  return [...found.values()];
};

const mostAtOnce = 1000;

export interface HitRequest {
  list: string;
  /** Folded prefix of a word, of at least two letters. */
  lookup: string;
  matches: (words: readonly string[]) => boolean;
  /** At most so many rows, and so many tokens read for them. */
  limit: number;
  read: number;
  /** Where an earlier answer ended. */
  after?: string | undefined;
}

/**
 * Rows in which some word starts with `lookup`, in the order of those words, each record once: at the first of its
 * words that does, so that nothing needs to be remembered from one answer to the next. `end` is where to go on.
 */
export const searchHits = async (
  table: Table,
  keys: Keys,
  { list, lookup, matches, limit, read, after: start }: HitRequest,
): Promise<{ rows: Record<string, unknown>[]; end?: string }> => {
  const rows: Record<string, unknown>[] = [];
  let from = start ? `${start}${beyond}` : lookup;
  // Most words lead to a row of their own. Where other terms rule many out, ever more are read at once.
  for (let left = read, size = Math.ceil(limit * 1.2); left > 0; size = Math.min(size * 4, mostAtOnce)) {
    const chunk = Math.min(left, size);
    const items = await table.query({
      pk: keys.tokens(list, lookup),
      between: [from, after(lookup)],
      limit: chunk,
      consistent: false,
      only: ['sk', 'row', 'words', 'tested'],
    });
    for (const item of items) {
      const own = wordsIn(item.words);
      const [first] = own.filter((word) => word.startsWith(lookup)).sort();
      const isFirst = item.sk.slice(0, item.sk.lastIndexOf('#')) === first;
      if (isFirst && matches([...own, ...wordsIn(item.tested)])) rows.push(rowIn(item));
      if (rows.length === limit) return { rows, end: item.sk };
    }
    if (items.length < chunk) return { rows };
    left -= chunk;
    from = `${items.at(-1)?.sk}${beyond}`;
  }
  return { rows, end: from.slice(0, -beyond.length) };
};
