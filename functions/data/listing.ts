import type { Keys } from './keys.ts';
import { after, type IndexName, type Item, type Table, type Write } from './table.ts';

/** One way to walk a list: the partition's value, the bucket (such as a month) and the value that sorts inside it. */
interface View {
  index: IndexName;
  name: string;
  bucket: string;
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
  listed?.views.map(({ name, bucket }) => `${keys.counters(listed.list, name)}\n${bucket}`) ?? [];

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

/**
 * One page, newest bucket first, with the exact total. Reads the view's counters (one Query), then walks keys inside
 * the buckets that hold the page, so that page 500 costs what page 1 costs.
 */
export const listPage = async (
  table: Table,
  keys: Keys,
  {
    list,
    view,
    index,
    page,
    pageSize,
  }: { list: string; view: string; index: IndexName; page: number; pageSize: number },
): Promise<ListPage> => {
  const buckets = (await table.query({ pk: keys.counters(list, view), newestFirst: true })).map((item) => ({
    bucket: item.sk,
    n: Number(item.n),
  }));
  const count = buckets.reduce((sum, { n }) => sum + n, 0);
  let skip = (page - 1) * pageSize;
  const rows: Record<string, unknown>[] = [];
  for (const { bucket, n } of buckets) {
    if (rows.length === pageSize) break;
    if (skip >= n) {
      skip -= n;
      continue;
    }
    const wanted = skip + pageSize - rows.length;
    const items = await table.query({
      pk: keys.listBucket(list, view, bucket),
      index,
      newestFirst: true,
      limit: wanted,
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
