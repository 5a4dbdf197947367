import type * as z from 'zod';
import { idInPlace } from '#functions/store/key-parts.ts';
import type { Keys } from '#functions/store/keys.ts';
import { after, type IndexName, type Table } from '#functions/store/table.ts';
import type { FilterValues, ListDefinition } from './list-definition.ts';
import { passing, rowsViewFor, viewOf } from './list-views.ts';
import { rowsOf, searchHits } from './search-tokens.ts';
import { type TreeReader, withTree } from './tree-reader.ts';

/** So many hits of a search, or rows that a filter without a view leaves, are counted at most. */
export const maxCounted = 500;
/** So many search tokens are read for them, where several words are looked for. */
const maxTokensRead = 3_000;
/** So many rows are looked at for a filter without a view. */
const maxRowsWalked = 2_000;
const walkedAtOnce = 500;
/** Rows weigh little: so many are skipped before the tree is asked for a nearer place. */
const maxSkipped = 32;

const lowest = '\u0001';
const highest = after('');

/** Sort values from `from` on and below `to`; either may be open. */
export interface SortRange {
  from?: string | undefined;
  to?: string | undefined;
}

export interface PageOfList<Row> {
  count: number;
  /** False where there are more than were counted. */
  isExact: boolean;
  rows: Row[];
}

export interface ListRequest {
  sort: string;
  /** Smallest sort value first; otherwise the largest, which for instants is the newest. */
  ascending?: boolean;
  filters?: FilterValues;
  /** Parts of the order that follow one another; all of it unless stated. */
  ranges?: readonly SortRange[];
  page: number;
  pageSize: number;
}

interface Narrowing<Row> {
  /** What neither a view nor a range can tell. */
  matches?: (row: Row) => boolean;
}

/** Reads rows of one view; a page is read where the tree says that it begins. */
class ViewRows<Columns extends z.ZodObject> {
  readonly #table: Table;
  readonly #pk: string;
  readonly #list: ListDefinition<Columns>;
  readonly #index: IndexName;

  constructor(table: Table, keys: Keys, list: ListDefinition<Columns>, view: { index: IndexName; name: string }) {
    this.#table = table;
    this.#pk = keys.listView(list.name, view.name);
    this.#list = list;
    this.#index = view.index;
  }

  async between(
    { from, to }: SortRange,
    { ascending, limit }: { ascending: boolean; limit: number },
  ): Promise<{ key: string; text: string }[]> {
    const sk = `${this.#index}sk`;
    const items = await this.#table.query({
      pk: this.#pk,
      index: this.#index,
      between: [from || lowest, to ?? highest],
      newestFirst: !ascending,
      // The end is no part of the range, and may be there.
      limit: limit + (to === undefined ? 0 : 1),
      only: ['row', sk],
    });
    return items.filter((item) => item[sk] !== to).map((item) => ({ key: String(item[sk]), text: String(item.row) }));
  }

  /** A row as the index has it. What is only skipped on the way to a page is never made one. */
  parse({ text }: { text: string }): z.output<Columns> {
    return this.#list.columns.parse(JSON.parse(text));
  }
}

/** Where parts of the order lie in a tree, as places from `low` on and before `high`. */
const partsIn = (tree: TreeReader, ranges: readonly SortRange[]) =>
  Promise.all(
    ranges.map(async (range) => {
      const [low, high] = await Promise.all([
        range.from === undefined ? 0 : tree.rank(range.from),
        range.to === undefined ? tree.count : tree.rank(range.to),
      ]);
      return { range, low, high, n: Math.max(0, high - low) };
    }),
  );

const rankedIds = async (
  tree: TreeReader,
  { ranges = [{}], ascending = false, page, pageSize }: ListRequest,
): Promise<{ count: number; isExact: boolean; ids: string[] }> => {
  const parts = await partsIn(tree, ranges);
  const ids: string[] = [];
  let skip = (page - 1) * pageSize;
  for (const { low, high, n } of parts) {
    const wanted = Math.min(pageSize - ids.length, n - skip);
    if (wanted > 0) {
      const first = ascending ? low + skip : high - skip - wanted;
      const found = (await tree.keysBetween(first, first + wanted)).map(idInPlace);
      ids.push(...(ascending ? found : found.toReversed()));
    }
    skip = Math.max(0, skip - n);
  }
  return { count: parts.reduce((sum, { n }) => sum + n, 0), isExact: true, ids };
};

const rankedPage = async <Columns extends z.ZodObject>(
  tree: TreeReader,
  view: ViewRows<Columns>,
  { ranges = [{}], ascending = false, page, pageSize }: ListRequest,
): Promise<PageOfList<z.output<Columns>>> => {
  const bounded = await partsIn(tree, ranges);
  const rows: z.output<Columns>[] = [];
  let skip = (page - 1) * pageSize;
  for (const { range, low, high, n } of bounded) {
    if (rows.length === pageSize) break;
    if (skip >= n) {
      skip -= n;
      continue;
    }
    let { from, to } = range;
    let skipped = skip;
    if (skip > maxSkipped) {
      const position = await tree.positionOf(ascending ? low + skip : high - 1 - skip);
      if (ascending) from = position.from;
      else to = position.to;
      skipped = ascending ? position.before : position.behind;
    }
    const limit = skipped + pageSize - rows.length;
    const found = await view.between({ from, to }, { ascending, limit });
    rows.push(...found.slice(skipped, limit).map((one) => view.parse(one)));
    skip = 0;
  }
  return { count: bounded.reduce((sum, { n }) => sum + n, 0), isExact: true, rows };
};

const narrowedPage = async <Columns extends z.ZodObject>(
  view: ViewRows<Columns>,
  { ranges = [{}], ascending = false, page, pageSize }: ListRequest,
  matches: (row: z.output<Columns>) => boolean,
): Promise<PageOfList<z.output<Columns>>> => {
  const found: z.output<Columns>[] = [];
  let left = maxRowsWalked;
  let isExact = true;
  for (const range of ranges) {
    let { from, to } = range;
    for (let isMore = true; isMore && isExact; ) {
      const limit = Math.min(walkedAtOnce, left);
      const read = await view.between({ from, to }, { ascending, limit });
      found.push(...read.map((one) => view.parse(one)).filter(matches));
      left -= read.length;
      isMore = read.length >= limit;
      if (ascending) from = `${read.at(-1)?.key}${lowest}`;
      else to = read.at(-1)?.key;
      isExact = found.length <= maxCounted && !(isMore && left <= 0);
    }
  }
  const counted = found.slice(0, maxCounted);
  return { count: counted.length, isExact, rows: counted.slice((page - 1) * pageSize, page * pageSize) };
};

/**
 * One page of a list. Where a view stands for the filters its counted B-tree gives the exact total, and the place of the
 * page in at most two reads, so that page 2,500 costs what page 1 costs however the rows are spread. Other filters are
 * tried on the rows of the smallest view, up to a bound that `isExact` is honest about.
 */
export const pageOfList = async <Columns extends z.ZodObject>(
  table: Table,
  keys: Keys,
  list: ListDefinition<Columns>,
  request: ListRequest & Narrowing<z.output<Columns>>,
): Promise<PageOfList<z.output<Columns>>> => {
  const { sort, filters = {}, matches } = request;
  const chosen = rowsViewFor(list, sort, filters);
  const view = new ViewRows(table, keys, list, chosen);
  const passes = passing(list, chosen.left, filters, matches);
  if (chosen.left.length || matches) return narrowedPage(view, request, passes);
  return withTree(table, keys.tree(list.name, chosen.name), (tree) => rankedPage(tree, view, request));
};

/**
 * The same as ids alone, for a list whose rows are not what is shown. A view that stands for the filters needs no index
 * for it: the keys of its tree name the records.
 */
export const idsOfPage = async <Columns extends z.ZodObject>(
  table: Table,
  keys: Keys,
  list: ListDefinition<Columns>,
  request: ListRequest & Narrowing<z.output<Columns>>,
): Promise<{ count: number; isExact: boolean; ids: string[] }> => {
  const { sort, filters = {}, matches } = request;
  const view = matches ? undefined : viewOf(list, sort, filters);
  if (view) return withTree(table, keys.tree(list.name, view.name), (tree) => rankedIds(tree, request));
  const { rows, ...found } = await pageOfList(table, keys, list, request);
  return { ...found, ids: rows.map(({ id }) => String(id)) };
};

interface Walk<Row> extends Narrowing<Row> {
  sort: string;
  ascending?: boolean;
  filters?: FilterValues;
  range?: SortRange;
  cursor?: string | undefined;
  /** So many rows are read; those that a filter without a view leaves are fewer. */
  limit: number;
}

/**
 * The next rows in an order, smallest sort value first unless stated, from behind `cursor` on; `end` is where to go on,
 * and without it these are all.
 */
export const walkList = async <Columns extends z.ZodObject>(
  table: Table,
  keys: Keys,
  list: ListDefinition<Columns>,
  { sort, ascending = true, filters = {}, range = {}, cursor, limit, matches }: Walk<z.output<Columns>>,
): Promise<{ rows: z.output<Columns>[]; end?: string }> => {
  const chosen = rowsViewFor(list, sort, filters);
  const view = new ViewRows(table, keys, list, chosen);
  const from = ascending && cursor ? `${cursor}${lowest}` : range.from;
  const to = ascending ? range.to : (cursor ?? range.to);
  const found = (await view.between({ from, to }, { ascending, limit })).slice(0, limit);
  const last = found.at(-1);
  const rows = found.map((one) => view.parse(one)).filter(passing(list, chosen.left, filters, matches));
  return { rows, ...(found.length === limit && last ? { end: last.key } : {}) };
};

export interface SearchRequest<Row> extends Narrowing<Row> {
  lookup: string;
  /** Whether a record with these tokens is found by all that was typed. */
  found: (tokens: readonly string[]) => boolean;
  filters?: FilterValues;
  /** Another order than that of the hits, which is the newest first. */
  sorted?: (rows: Row[]) => Row[];
  page: number;
  pageSize: number;
}

/**
 * One page of what a search finds, up to 500 hits: of more with the same name those that came last. Rows are read for the page alone, unless filters or another order
 * have to look at all of them.
 */
export const pageOfSearch = async <Columns extends z.ZodObject>(
  table: Table,
  keys: Keys,
  list: ListDefinition<Columns>,
  { lookup, found, filters = {}, matches, sorted, page, pageSize }: SearchRequest<z.output<Columns>>,
): Promise<PageOfList<z.output<Columns>>> => {
  const limit = { limit: maxCounted, read: maxTokensRead };
  const { hits, end } = await searchHits(table, keys, {
    ...{ list: list.name, lookup, matches: found, newestFirst: true },
    ...limit,
  });
  const isExact = end === undefined;
  const ids = hits
    .toSorted((a, b) => (a.order === b.order ? (a.id < b.id ? 1 : -1) : a.order < b.order ? 1 : -1))
    .map(({ id }) => id);
  const own = <T>(all: readonly T[]): T[] => all.slice((page - 1) * pageSize, page * pageSize);
  const wanted = Object.keys(filters).filter((filter) => filters[filter] !== undefined);
  if (wanted.length === 0 && !matches && !sorted)
    return { count: ids.length, isExact, rows: await rowsOf(table, keys, list, own(ids)) };
  const rows = (await rowsOf(table, keys, list, ids)).filter(
    (row) => wanted.every((filter) => list.filters[filter]?.(row) === filters[filter]) && (matches?.(row) ?? true),
  );
  return { count: rows.length, isExact, rows: own(sorted ? sorted(rows) : rows) };
};
