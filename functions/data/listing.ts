import { searchTokens } from '#domain/values/fold.ts';
import type { Keys } from './keys.ts';
import { after, type IndexName, type Item, type Table, type Write } from './table.ts';

/**
 * One way to walk a list: `sort` orders the records, `slice` is a prefix of it, and `bucket` the index's partition.
 * Both are counted, so that a page far inside a large bucket (a month, two letters of a name) is found by its slice
 * (a day, eight letters) and not by walking to it.
 */
interface View {
  index: IndexName;
  name: string;
  bucket: string;
  slice: string;
  sort: string;
}

/** What a record shows in lists: its row (the columns), the views it stands in, and the folded words it is found by. */
export interface Listed {
  list: string;
  id: string;
  row: Record<string, unknown>;
  views: readonly View[];
  words: readonly string[];
}

/** A transaction takes 100 actions; a conversion rewrites the words of two records and about 40 items besides. */
const mostWords = 26;
/** A folded letter can take many bytes, and a key 1,024 in all. */
const longestWord = 60;

/** The distinct folded words of the texts that a record is found by, the first ones where there are very many. */
export const searchWords = (...texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(
    searchTokens(...texts)
      .map((word) => [...word].slice(0, longestWord).join(''))
      .slice(0, mostWords),
  ),
];

/** The place of a record in a list by time: months, sliced by day. */
export const byTime = (instant: string) => ({
  bucket: instant.slice(0, 7),
  slice: instant.slice(0, 10),
  sort: instant,
});

/** Attributes that put a record into its views' indexes. */
export const listAttributes = (keys: Keys, { list, id, row, views }: Listed): Record<string, unknown> => ({
  row,
  ...Object.fromEntries(
    views.flatMap(({ index, name, bucket, sort }) => [
      [`${index}pk`, keys.listBucket(list, name, bucket)],
      [`${index}sk`, `${sort}#${id}`],
    ]),
  ),
});

const counterKeys = (keys: Keys, listed: Listed | undefined): string[] =>
  listed?.views.flatMap(({ name, bucket, slice }) => [
    `${keys.counters(listed.list, name)}\n${bucket}`,
    `${keys.sliceCounters(listed.list, name, bucket)}\n${slice}`,
  ]) ?? [];

const tokenItem = (keys: Keys, { list, id, row, words }: Listed, token: string): Item => ({
  pk: keys.tokens(list, token),
  sk: `${token}#${id}`,
  id,
  row,
  words,
});

/**
 * The counters and search tokens that change with a record, for the transaction that changes it: exact totals and
 * search can then never disagree with the records. `before` is missing for a new record, `after` for a deleted one.
 */
export const listWrites = (keys: Keys, before: Listed | undefined, next: Listed | undefined): Write[] => {
  const change = new Map<string, number>();
  for (const key of counterKeys(keys, before)) change.set(key, (change.get(key) ?? 0) - 1);
  for (const key of counterKeys(keys, next)) change.set(key, (change.get(key) ?? 0) + 1);
  const counters = [...change].flatMap(([key, by]): Write[] => {
    const [pk = '', sk = ''] = key.split('\n');
    return by === 0 ? [] : [{ update: { pk, sk }, add: { n: by } }];
  });
  const kept = new Set(next?.words ?? []);
  const gone = [...new Set(before?.words ?? [])].filter((word) => !kept.has(word));
  return [
    ...counters,
    ...gone.map(
      (word): Write => ({ delete: { pk: keys.tokens(before?.list ?? '', word), sk: `${word}#${before?.id}` } }),
    ),
    ...[...kept].map((word): Write => ({ put: tokenItem(keys, next as Listed, word) })),
  ];
};

export interface ListPage {
  count: number;
  rows: Record<string, unknown>[];
}

export interface ListRequest {
  list: string;
  view: string;
  index: IndexName;
  page: number;
  pageSize: number;
  /** Smallest sort value first; otherwise the largest, which for dates is the newest. */
  ascending?: boolean;
}

const lowest = '\u0001';
/** Up to so many pages are walked: that costs less than reading a bucket's slice counters. */
const walkedPages = 4;

interface Counted {
  name: string;
  n: number;
}

const counted = async (table: Table, pk: string, ascending: boolean): Promise<Counted[]> =>
  (await table.query({ pk, newestFirst: !ascending, consistent: false })).map(({ sk, n }) => ({
    name: sk,
    n: Number(n),
  }));

/**
 * One page with the exact total. Reads the view's counters (one Query), if need be those of one bucket, then walks keys
 * from the slice that holds the page's first row, so that page 2,500 costs what page 1 costs.
 */
export const listPage = async (table: Table, keys: Keys, request: ListRequest): Promise<ListPage> => {
  const { list, view, index, page, pageSize, ascending = false } = request;
  const buckets = await counted(table, keys.counters(list, view), ascending);
  const count = buckets.reduce((sum, { n }) => sum + n, 0);
  let skip = (page - 1) * pageSize;
  const rows: Record<string, unknown>[] = [];
  for (const { name: bucket, n } of buckets) {
    if (rows.length === pageSize) break;
    if (skip >= n) {
      skip -= n;
      continue;
    }
    let start: string | undefined;
    if (skip > walkedPages * pageSize) {
      for (const slice of await counted(table, keys.sliceCounters(list, view, bucket), ascending)) {
        start = slice.name;
        if (skip < slice.n) break;
        skip -= slice.n;
      }
    }
    const between: [string, string] = ascending ? [start ?? lowest, after('')] : [lowest, after(start ?? '')];
    const limit = skip + pageSize - rows.length;
    const items = await table.query({
      pk: keys.listBucket(list, view, bucket),
      index,
      between,
      newestFirst: !ascending,
      limit,
    });
    rows.push(...items.slice(skip).map(({ row }) => row as Record<string, unknown>));
    skip = 0;
  }
  return { count, rows };
};

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
  for (const { id, row, words } of items) {
    const matches = others.every((term) => (words as string[]).some((word) => word.startsWith(term)));
    if (matches) found.set(id, row as Record<string, unknown>);
  }
  return [...found.values()];
};
