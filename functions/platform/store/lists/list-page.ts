import type * as z from 'zod';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { CountedView, highest, lowest, type View } from './bucket-counters.ts';
import { type ChosenView, type FilterValues, type ListDefinition, matchesFilters, viewFor } from './list-definition.ts';
import { rowsOf, searchHits } from './search-tokens.ts';

/** Search hits, or rows left by a filter without a view, that are counted. */
export const maxCounted = 500;
/** Read if there are several words. */
const maxTokensRead = 3_000;
const maxRowsWalked = 2_000;
const walkedAtOnce = 500;

/** Sort values from `from` up to but excluding `to`; either may be open. */
export interface SortRange {
  from?: string | undefined;
  to?: string | undefined;
}

export interface PageOfList<Row> {
  count: number;
  isExact: boolean;
  rows: Row[];
}

export interface ListRequest {
  sort: string;
  /** Smallest sort value first; by default the largest, which is the newest for instants. */
  ascending?: boolean;
  filters?: FilterValues;
  /** Consecutive ranges of the order; all of it by default. */
  ranges?: readonly SortRange[];
  page: number;
  pageSize: number;
}

interface Narrowing<Row> {
  /** Filter that neither a view nor a range covers. */
  matches?: (row: Row) => boolean;
}

class ViewRows<Columns extends z.ZodObject> {
  readonly #table: Table;
  readonly #list: ListDefinition<Columns>;
  readonly #view: View;

  constructor(table: Table, keys: Keys, list: ListDefinition<Columns>, { index, name }: ChosenView) {
    this.#table = table;
    this.#list = list;
    this.#view = { index, pk: keys.listView(list.name, name) };
  }

  counted(): Promise<CountedView> {
    if (!this.#list.isCounted) throw new Error(`the list ${this.#list.name} is only walked`);
    return CountedView.open(this.#table, this.#view);
  }

  async between(
    { from, to }: SortRange,
    { ascending, limit }: { ascending: boolean; limit: number },
  ): Promise<{ key: string; text: string }[]> {
    const sk = `${this.#view.index}sk`;
    const items = await this.#table.query({
      ...this.#view,
      between: [from || lowest, to ?? highest],
      newestFirst: !ascending,
      // The range excludes its end, which may exist.
      limit: limit + (to === undefined ? 0 : 1),
      only: ['row', sk],
    });
    return items.filter((item) => item[sk] !== to).map((item) => ({ key: String(item[sk]), text: String(item.row) }));
  }

  /** Skipped rows are not parsed. */
  parse({ text }: { text: string }): z.output<Columns> {
    return this.#list.columns.parse(JSON.parse(text));
  }
}

const partsIn = (view: CountedView, ranges: readonly SortRange[]) =>
  Promise.all(
    ranges.map(async (range) => {
      const [low, high] = await Promise.all([
        range.from === undefined ? 0 : view.rank(range.from),
        range.to === undefined ? view.count : view.rank(range.to),
      ]);
      return { range, low, high, n: Math.max(0, high - low) };
    }),
  );

const countedPage = async <Columns extends z.ZodObject>(
  view: ViewRows<Columns>,
  { ranges = [{}], ascending = false, page, pageSize }: ListRequest,
): Promise<PageOfList<z.output<Columns>>> => {
  const counted = await view.counted();
  const parts = await partsIn(counted, ranges);
  const rows: z.output<Columns>[] = [];
  let skip = (page - 1) * pageSize;
  for (const { range, low, high, n } of parts) {
    for (let nth = skip; nth < n && rows.length < pageSize; ) {
      const { sk, hi, before, behind } = counted.placeOf(ascending ? low + nth : high - 1 - nth);
      const inBucket = Math.min(n - nth, (ascending ? behind : before) + 1);
      const rowCount = Math.min(pageSize - rows.length, inBucket);
      const near = Math.min(nth, ascending ? before : behind);
      const far = inBucket - rowCount;
      // Skipped rows cost as much as returned ones, so the bucket is read from the end that is closer to the page.
      const isReversed = far < near;
      const isWholeBucket = isReversed ? inBucket < n - nth : near < nth;
      const isUpward = ascending !== isReversed;
      const [skipped, limit] = isReversed ? [far, far + rowCount] : [near, near + pageSize - rows.length];
      const bounds = {
        from: isUpward && isWholeBucket ? sk : range.from,
        to: !isUpward && isWholeBucket ? hi : range.to,
      };
      const entries = (await view.between(bounds, { ascending: isUpward, limit })).slice(skipped, limit);
      rows.push(...(isReversed ? entries.toReversed() : entries).map((row) => view.parse(row)));
      nth = isReversed ? nth + rowCount : n;
    }
    skip = Math.max(0, skip - n);
  }
  return { count: parts.reduce((sum, { n }) => sum + n, 0), isExact: true, rows };
};

const narrowedPage = async <Columns extends z.ZodObject>(
  view: ViewRows<Columns>,
  { ranges = [{}], ascending = false, page, pageSize }: ListRequest,
  matches: (row: z.output<Columns>) => boolean,
): Promise<PageOfList<z.output<Columns>>> => {
  const matchingRows: z.output<Columns>[] = [];
  let rowsLeft = maxRowsWalked;
  let isExact = true;
  for (const range of ranges) {
    let { from, to } = range;
    for (let isMore = true; isMore && isExact; ) {
      const limit = Math.min(walkedAtOnce, rowsLeft);
      const read = await view.between({ from, to }, { ascending, limit });
      matchingRows.push(...read.map((row) => view.parse(row)).filter(matches));
      rowsLeft -= read.length;
      isMore = read.length >= limit;
      if (ascending) from = `${read.at(-1)?.key}${lowest}`;
      else to = read.at(-1)?.key;
      isExact = matchingRows.length <= maxCounted && !(isMore && rowsLeft <= 0);
    }
  }
  const countedRows = matchingRows.slice(0, maxCounted);
  return { count: countedRows.length, isExact, rows: countedRows.slice((page - 1) * pageSize, page * pageSize) };
};

/**
 * Returns one page of a list. If a view covers the filters, the total is exact and any page costs at most half a
 * bucket more than page 1. Other filters are applied to the rows of the smallest view, up to a limit.
 */
export const pageOfList = async <Columns extends z.ZodObject>(
  table: Table,
  keys: Keys,
  list: ListDefinition<Columns>,
  request: ListRequest & Narrowing<z.output<Columns>>,
): Promise<PageOfList<z.output<Columns>>> => {
  const { sort, filters = {}, matches } = request;
  const chosen = viewFor(list, sort, filters);
  const view = new ViewRows(table, keys, list, chosen);
  if (!chosen.left.length && !matches) return countedPage(view, request);
  return narrowedPage(view, request, matchesFilters(list, chosen.left, filters, matches));
};

interface Walk<Row> extends Narrowing<Row> {
  sort: string;
  ascending?: boolean;
  filters?: FilterValues;
  range?: SortRange;
  cursor?: string | undefined;
  limit: number;
}

/** Returns the next rows in an order after `cursor`; `end` is the next cursor, undefined at the end. */
export const walkList = async <Columns extends z.ZodObject>(
  table: Table,
  keys: Keys,
  list: ListDefinition<Columns>,
  { sort, ascending = true, filters = {}, range = {}, cursor, limit, matches }: Walk<z.output<Columns>>,
): Promise<{ rows: z.output<Columns>[]; end?: string }> => {
  const chosen = viewFor(list, sort, filters);
  const view = new ViewRows(table, keys, list, chosen);
  const from = ascending && cursor ? `${cursor}${lowest}` : range.from;
  const to = ascending ? range.to : (cursor ?? range.to);
  const entries = (await view.between({ from, to }, { ascending, limit })).slice(0, limit);
  const last = entries.at(-1);
  const rows = entries.map((row) => view.parse(row)).filter(matchesFilters(list, chosen.left, filters, matches));
  return { rows, ...(entries.length === limit && last ? { end: last.key } : {}) };
};

export interface SearchRequest<Row> extends Narrowing<Row> {
  lookup: string;
  found: (tokens: readonly string[]) => boolean;
  filters?: FilterValues;
  /** By default the newest is first. */
  sorted?: (rows: Row[]) => Row[];
  page: number;
  pageSize: number;
}

/** Returns one page of up to 500 hits, the newest if there are more. */
export const pageOfSearch = async <Columns extends z.ZodObject>(
  table: Table,
  keys: Keys,
  list: ListDefinition<Columns>,
  { lookup, found, filters = {}, matches, sorted, page, pageSize }: SearchRequest<z.output<Columns>>,
): Promise<PageOfList<z.output<Columns>>> => {
  const limit = { limit: maxCounted, read: maxTokensRead };
  const { hits, end } = await searchHits(table, keys, {
    list: list.name,
    lookup,
    matches: found,
    newestFirst: true,
    ...limit,
  });
  const isExact = end === undefined;
  const ids = hits
    .toSorted((a, b) => (a.order === b.order ? (a.id < b.id ? 1 : -1) : a.order < b.order ? 1 : -1))
    .map(({ id }) => id);
  const pageOf = <T>(all: readonly T[]): T[] => all.slice((page - 1) * pageSize, page * pageSize);
  const filterNames = Object.keys(filters).filter((filter) => filters[filter] !== undefined);
  if (filterNames.length === 0 && !matches && !sorted)
    return { count: ids.length, isExact, rows: await rowsOf(table, keys, list, pageOf(ids)) };
  const rows = (await rowsOf(table, keys, list, ids)).filter(
    (row) => filterNames.every((filter) => list.filters[filter]?.(row) === filters[filter]) && (matches?.(row) ?? true),
  );
  return { count: rows.length, isExact, rows: pageOf(sorted ? sorted(rows) : rows) };
};
