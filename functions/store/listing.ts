import { searchTokens } from '#domain/values/fold.ts';
import type { Keys } from './keys.ts';
import { after, type IndexName, type Item, type Key, type Table, type Write } from './table.ts';

/**
 * One way to walk a list: `sort` orders the records, `slice` is a prefix of it, and `bucket` the index's partition.
 * Both are counted, so that a page far inside a large bucket (a month, two letters of a name) is found by its slice
 * (a day, five letters) and not by walking to it.
 */
interface View {
  index: IndexName;
  name: string;
  bucket: string;
  slice: string;
  /** A longer prefix, where a slice can hold a great many: its parts are counted too. */
  finer?: string;
  sort: string;
  /**
   * Where most records stand in this view: as in another one, behind a prefix. That one has counted them already, so
   * that here only a record elsewhere is: as one more where it stands, and one less where it usually would.
   */
  usual?: { bucket: string; slice: string };
}

/** What a record shows in lists: its row (the columns), the views it stands in, and the folded words it is found by. */
export interface Listed {
  list: string;
  id: string;
  row: Record<string, unknown>;
  views: readonly View[];
  words: readonly string[];
  /** Words that narrow a search without being looked up themselves. */
  tested?: readonly string[];
}

/** A record as it stood in a list and as it will; `before` is missing for a new record, `next` for a deleted one. */
export interface ListChange {
  before?: Listed | undefined;
  next?: Listed | undefined;
}

/**
 * A transaction takes 100 actions. A conversion rewrites the words of a submission and a case, those of a customer (at
 * most 10), and about 50 items besides.
 */
const mostWords = 18;
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

type Row = Record<string, unknown>;

/**
 * A row as items hold it: one text. Rows are read whole and by the hundred, and a text costs a third of the time that
 * twenty attributes take. Names are in order, so that the same row is the same text.
 */
const packedRow = (row: Row): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));

/** The row of an item of a list, of an index, or of a search word. */
export const rowIn = ({ row }: Item): Row => JSON.parse(String(row)) as Row;

/** Attributes that put a record into its views' indexes. */
export const listAttributes = (keys: Keys, { list, id, row, views }: Listed): Record<string, unknown> => ({
  row: packedRow(row),
  ...Object.fromEntries(
    views.flatMap(({ index, name, bucket, sort }) => [
      [`${index}pk`, keys.listBucket(list, name, bucket)],
      [`${index}sk`, `${sort}#${id}`],
    ]),
  ),
});

/** One count of a list: of a bucket, or of a slice. Those that differ in their last sign alone stand in one item. */
const counterOf = (pk: string, name: string) => {
  const signs = [...name];
  return { pk, sk: signs.slice(0, -1).join(''), attribute: `n${signs.at(-1)}` };
};

const countersOf = (keys: Keys, { list, views }: Listed) =>
  views.flatMap(({ name, bucket, slice, finer, usual }) => {
    const at = (place: { bucket: string; slice: string }, by: number) => [
      { ...counterOf(keys.counters(list, name), place.bucket), by },
      { ...counterOf(keys.sliceCounters(list, name, place.bucket), place.slice), by },
    ];
    if (usual) return usual.bucket === bucket ? [] : [...at({ bucket, slice }, 1), ...at(usual, -1)];
    const parts = finer ? [{ ...counterOf(keys.sliceCounters(list, name, slice), finer), by: 1 }] : [];
    return [...at({ bucket, slice }, 1), ...parts];
  });

const counterWrites = (keys: Keys, changes: readonly ListChange[]): Write[] => {
  const items = new Map<string, { update: Key; add: Map<string, number> }>();
  const count = (listed: Listed | undefined, times: 1 | -1): void => {
    for (const { pk, sk, attribute, by } of listed ? countersOf(keys, listed) : []) {
      const id = `${pk}\n${sk}`;
      const { add } = items.get(id) ?? { add: new Map<string, number>() };
      items.set(id, { update: { pk, sk }, add: add.set(attribute, (add.get(attribute) ?? 0) + by * times) });
    }
  };
  for (const { before, next } of changes) {
    count(before, -1);
    count(next, 1);
  }
  return [...items.values()].flatMap(({ update, add }): Write[] => {
    const moved = [...add].filter(([, by]) => by !== 0);
    return moved.length ? [{ update, add: Object.fromEntries(moved) }] : [];
  });
};

const tokenItem = (keys: Keys, { list, id, row, words, tested }: Listed, token: string): Item => ({
  pk: keys.tokens(list, token),
  sk: `${token}#${id}`,
  id,
  row: packedRow(row),
  words: words.join(' '),
  ...(tested?.length ? { tested: tested.join(' ') } : {}),
});

const tokenWrites = (keys: Keys, { before, next }: ListChange): Write[] => {
  const kept = new Set(next?.words ?? []);
  const gone = [...new Set(before?.words ?? [])].filter((word) => !kept.has(word));
  const shows = ({ row, words, tested }: Listed): string => JSON.stringify([row, words, tested]);
  const unchanged = before && next && shows(before) === shows(next);
  return [
    ...gone.map(
      (word): Write => ({ delete: { pk: keys.tokens(before?.list ?? '', word), sk: `${word}#${before?.id}` } }),
    ),
    ...(next && !unchanged ? [...kept].map((word): Write => ({ put: tokenItem(keys, next, word) })) : []),
  ];
};

/**
 * The counters and search tokens that change with some records, for the transaction that changes them: exact totals and
 * search can then never disagree with the records. An item that counts for several records is written once.
 */
export const listChanges = (keys: Keys, changes: readonly ListChange[]): Write[] => [
  ...counterWrites(keys, changes),
  ...changes.flatMap((one) => tokenWrites(keys, one)),
];

/** The same for one record. */
export const listWrites = (keys: Keys, before: Listed | undefined, next: Listed | undefined): Write[] =>
  listChanges(keys, [{ before, next }]);

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
  /**
   * Rows from slice `from` on stand before all others in either direction, except those of buckets from `end` on: days
   * to come before days that have passed, and no day at all last.
   */
  lead?: { from: string; end: string };
  /** Whether the view counts the parts of its slices. */
  finer?: boolean;
  /** The view that counts the records at their usual places (see {@link View}), and what stands before those there. */
  usual?: { view: string; prefix: string };
}

const lowest = '\u0001';
/** Rows weigh more than counters: so many pages of rows are skipped at most before a bucket's slices are read. */
const walkedPages = 1;

interface Counted {
  name: string;
  n: number;
}

/** A bucket or a part of it; `slices` are those of the part when they have been read. */
interface Stretch {
  bucket: string;
  n: number;
  between: [string, string];
  slices?: Counted[];
}

/** The counts of a list's buckets, or of a bucket's slices, in their order. */
export const counted = async (table: Table, pk: string, ascending = true): Promise<Counted[]> => {
  const items = await table.query({ pk, newestFirst: !ascending, consistent: false });
  const direction = ascending ? 1 : -1;
  return items.flatMap(({ pk: _, sk, ...counts }) =>
    Object.entries(counts)
      .map(([attribute, n]) => ({
        name: `${sk}${attribute.slice(1)}`,
        sign: attribute.codePointAt(1) ?? 0,
        n: Number(n),
      }))
      .sort((a, b) => direction * (a.sign - b.sign)),
  );
};

const total = (parts: readonly { n: number }[]): number => parts.reduce((sum, { n }) => sum + n, 0);

/** The counts of a view's buckets, or of the parts of a bucket or a slice, together with those at the usual places. */
const countsOf = async (
  table: Table,
  keys: Keys,
  { list, view, usual, ascending = false }: ListRequest,
  bucket?: string,
): Promise<Counted[]> => {
  const of = (name: string, part: string | undefined) =>
    counted(table, part === undefined ? keys.counters(list, name) : keys.sliceCounters(list, name, part), ascending);
  if (!usual || (bucket !== undefined && !bucket.startsWith(usual.prefix))) return of(view, bucket);
  const [own, others] = await Promise.all([of(view, bucket), of(usual.view, bucket?.slice(usual.prefix.length))]);
  const sums = new Map(own.map(({ name, n }) => [name, n]));
  for (const { name, n } of others) sums.set(usual.prefix + name, n + (sums.get(usual.prefix + name) ?? 0));
  const direction = ascending ? 1 : -1;
  return [...sums].map(([name, n]) => ({ name, n })).sort((a, b) => (a.name < b.name ? -1 : 1) * direction);
};

const stretchesOf = async (table: Table, keys: Keys, request: ListRequest): Promise<Stretch[]> => {
  const { lead } = request;
  const buckets = await countsOf(table, keys, request);
  const first: Stretch[] = [];
  const rest: Stretch[] = [];
  for (const { name: bucket, n } of buckets) {
    const whole: Stretch = { bucket, n, between: [lowest, after('')] };
    if (lead && bucket < lead.end && lead.from.startsWith(bucket)) {
      const slices = await countsOf(table, keys, request, bucket);
      const [ahead, behind] = [true, false].map((is) => slices.filter(({ name }) => name >= lead.from === is));
      first.push({ ...whole, n: total(ahead ?? []), slices: ahead, between: [lead.from, after('')] });
      rest.push({ ...whole, n: total(behind ?? []), slices: behind, between: [lowest, lead.from] });
    } else (lead && bucket > lead.from && bucket < lead.end ? first : rest).push(whole);
  }
  return [...first, ...rest];
};

/**
 * One page with the exact total. Reads the view's counters (one Query), if need be those of one bucket, then walks keys
 * from the slice that holds the page's first row, so that page 2,500 costs what page 1 costs.
 */
export const listPage = async (table: Table, keys: Keys, request: ListRequest): Promise<ListPage> => {
  const { list, view, index, page, pageSize, ascending = false } = request;
  const levels = request.finer ? 2 : 1;
  const stretches = await stretchesOf(table, keys, request);
  let skip = (page - 1) * pageSize;
  const rows: Record<string, unknown>[] = [];
  for (const { bucket, n, between, slices } of stretches) {
    if (rows.length === pageSize) break;
    if (skip >= n) {
      skip -= n;
      continue;
    }
    let [from, to] = between;
    let known = slices;
    let whole = bucket;
    for (let level = 0; level < levels && skip > walkedPages * pageSize; level++) {
      for (const part of known ?? (await countsOf(table, keys, request, whole))) {
        if (ascending) from = part.name;
        else to = after(part.name);
        whole = part.name;
        if (skip < part.n) break;
        skip -= part.n;
      }
      known = undefined;
    }
    const limit = skip + pageSize - rows.length;
    const items = await table.query({
      pk: keys.listBucket(list, view, bucket),
      index,
      between: [from, to],
      newestFirst: !ascending,
      limit,
      only: ['row'],
    });
    rows.push(...items.slice(skip).map(rowIn));
    skip = 0;
  }
  return { count: total(stretches), rows };
};
