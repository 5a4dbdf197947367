import { type IndexName, type Item, prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

/** Another writer changed the projection; it must be read again. */
export class StaleProjectionError extends Error {
  override readonly name = 'StaleProjectionError';
}

/** An index partition; its bucket counters are in the table's partition of the same name. */
export interface View {
  pk: string;
  index: IndexName;
}

/** The rows of a view from `sk` up to but excluding `hi`, the start of the next bucket. */
interface Bucket {
  sk: string;
  hi?: string;
  n: number;
}

export interface Move {
  view: View;
  key: string;
  by: 1 | -1;
}

/** A larger bucket is split. A page reads at most half a bucket more than its own rows. */
export const maxBucketSize = 200;
export const lowest = '\u0001';
export const highest = prefixEnd('');

/** Compares in the order of DynamoDB's sort keys, which differs from JavaScript's beyond the basic plane. */
export const compareKeys = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const bucketOf = ({ sk, hi, n }: Item): Bucket => ({
  sk,
  n: Number(n),
  ...(hi === undefined ? {} : { hi: String(hi) }),
});

const maxBuckets = 100_000;
const maxViews = 2_000;
/** For more keys than this, all buckets of the view are read at once. */
const readOneByOne = 4;
const maxInBucket = 100_000;
const maxReadings = 5;

/** Returns all buckets of a view in order, reading again after a concurrent split. */
const bucketsOf = async (table: Table, pk: string, { consistent }: { consistent: boolean }): Promise<Bucket[]> => {
  for (let readings = 1; ; readings++) {
    const items = await table.query({ pk, only: ['sk', 'hi', 'n'], limit: maxBuckets, consistent });
    const buckets = items.map(bucketOf);
    if (readings === maxReadings || buckets.every(({ hi }, at) => hi === buckets[at + 1]?.sk)) return buckets;
  }
};

const countIn = (buckets: readonly Bucket[]): number => buckets.reduce((sum, { n }) => sum + n, 0);

/** Returns the number of rows in a view. */
export const countOfView = async (table: Table, pk: string): Promise<number> =>
  countIn(await bucketsOf(table, pk, { consistent: false }));

/** A view for paging: its number of rows, and the position of the nth one. */
export class CountedView {
  readonly #table: Table;
  readonly #view: View;
  readonly #buckets: readonly Bucket[];
  readonly #keys = new Map<string, Promise<string[]>>();

  private constructor(table: Table, view: View, buckets: readonly Bucket[]) {
    this.#table = table;
    this.#view = view;
    this.#buckets = buckets;
  }

  static async open(table: Table, view: View): Promise<CountedView> {
    return new CountedView(table, view, await bucketsOf(table, view.pk, { consistent: false }));
  }

  get count(): number {
    return countIn(this.#buckets);
  }

  /** Returns how many rows sort before a key. */
  async rank(key: string): Promise<number> {
    const before = this.#buckets.filter(({ hi }) => hi !== undefined && compareKeys(hi, key) <= 0);
    const bucket = this.#buckets[before.length];
    if (!bucket || compareKeys(key, bucket.sk) <= 0) return countIn(before);
    const keys = this.#keys.get(bucket.sk) ?? this.#keysOf(bucket);
    this.#keys.set(bucket.sk, keys);
    return countIn(before) + (await keys).filter((otherKey) => compareKeys(otherKey, key) < 0).length;
  }

  /** Returns the bucket of the nth row (from 0), with its number of rows before and after that row. */
  placeOf(nth: number): Bucket & { before: number; behind: number } {
    let start = 0;
    for (const bucket of this.#buckets) {
      if (nth < start + bucket.n) return { ...bucket, before: nth - start, behind: start + bucket.n - 1 - nth };
      start += bucket.n;
    }
    return { sk: lowest, n: 0, before: nth, behind: 0 };
  }

  async #keysOf({ sk, hi = highest }: Bucket): Promise<string[]> {
    const name = `${this.#view.index}sk`;
    const items = await this.#table.query({ ...this.#view, between: [sk, hi], only: [name], limit: maxInBucket });
    return items.map((item) => String(item[name])).filter((key) => key !== hi);
  }
}

/** Splits sorted keys into buckets: full ones where keys are appended, half full ones elsewhere. */
const pieces = (keys: readonly string[], { isLast, most }: { isLast: boolean; most: number }): string[][] => {
  // A transaction writes at most 100 items.
  const size = Math.max(isLast ? Math.floor(most * 0.9) : Math.ceil(most / 2), Math.ceil(keys.length / 99));
  return Array.from({ length: Math.ceil(keys.length / size) }, (_, at) => keys.slice(at * size, (at + 1) * size));
};

/**
 * Splits a bucket of more than `most` rows. The index lags, so its keys are confirmed by consistent reads of their ROW
 * items; the split is written only if all rows are confirmed and `rev`, which every change raises, is unchanged.
 */
const split = async (table: Table, { pk, index }: View, sk: string, most: number): Promise<void> => {
  const item = await table.get({ pk, sk });
  if (!item || Number(item.n) <= most) return;
  const { n, hi } = bucketOf(item);
  // May include rows that left, and the first one of the next bucket.
  const bucketItems = await table.query({
    pk,
    index,
    between: [sk, hi ?? highest],
    only: ['pk', 'sk'],
    limit: n + most,
  });
  if (bucketItems.length < n) return;
  const keys = (await table.getAll(bucketItems)).flatMap((row) => {
    const key = String(row[`${index}sk`]);
    const isIn =
      row[`${index}pk`] === pk && compareKeys(key, sk) >= 0 && (hi === undefined || compareKeys(key, hi) < 0);
    return isIn ? [key] : [];
  });
  if (keys.length !== n) return;
  const [first = [], ...others] = pieces(keys.sort(compareKeys), { isLast: hi === undefined, most });
  const refused = () => new StaleProjectionError();
  const writes: Write[] = [
    {
      update: { pk, sk },
      set: { n: first.length, hi: others[0]?.[0] },
      add: { rev: 1 },
      when: { equals: { rev: item.rev } },
      refused,
    },
    ...others.map((bucketKeys, at): Write => {
      const end = others[at + 1]?.[0] ?? hi;
      const put = {
        pk,
        sk: bucketKeys[0] ?? '',
        n: bucketKeys.length,
        rev: 1,
        ...(end === undefined ? {} : { hi: end }),
      };
      return { put, when: 'absent', refused };
    }),
  ];
  await table.transact(writes, { isNewRequest: true }).catch((error: unknown) => {
    if (!(error instanceof StaleProjectionError || error instanceof WriteConflictError)) throw error;
  });
};

/**
 * Buckets of keys, and the writes that count keys in and out. Additions do not conflict; the commit checks that the
 * bucket still covers the keys.
 */
export class BucketCounters {
  readonly #table: Table;
  readonly #most: number;
  /** By view; the commit detects a moved boundary. */
  readonly #known = new Map<string, Bucket[]>();

  constructor(table: Table, most = maxBucketSize) {
    this.#table = table;
    this.#most = most;
  }

  async load(moves: readonly Move[]): Promise<void> {
    if (this.#known.size > maxViews) this.forget();
    const triedKeys = new Set<string>();
    const byView = Map.groupBy(moves, ({ view }) => view.pk);
    await Promise.all(
      [...byView].map(async ([pk, moves]) => {
        if (moves.filter(({ key }) => !this.#find(pk, key)).length > readOneByOne)
          this.#known.set(pk, await bucketsOf(this.#table, pk, { consistent: true }));
        for (const { view, key } of moves) await this.#load(view, key, triedKeys);
      }),
    );
  }

  writes(moves: readonly Move[]): Write[] {
    const byBucket = Map.groupBy(moves, (move) => this.nameOf(move));
    return [...byBucket.values()].map((moves): Write => {
      const [{ view, key }] = moves as [Move];
      const top = moves.map((move) => move.key).reduce((a, b) => (compareKeys(a, b) < 0 ? b : a));
      const bucket = this.#find(view.pk, key) ?? { sk: lowest, n: 0 };
      const { sk } = bucket;
      const n = moves.reduce((sum, { by }) => sum + by, 0);
      bucket.n += n;
      return {
        update: { pk: view.pk, sk },
        add: { n, rev: 1 },
        when: { absentOrAbove: { hi: top }, exists: sk !== lowest },
        refused: () => new StaleProjectionError(),
      };
    });
  }

  forget(): void {
    this.#known.clear();
  }

  /** Returns the name of a loaded key's bucket. */
  nameOf({ view, key }: Move): string {
    return `${view.pk}\n${this.#find(view.pk, key)?.sk ?? lowest}`;
  }

  #find(pk: string, key: string): Bucket | undefined {
    return this.#known
      .get(pk)
      ?.find(({ sk, hi }) => compareKeys(sk, key) <= 0 && (hi === undefined || compareKeys(key, hi) < 0));
  }

  async #load(view: View, key: string, triedKeys: Set<string>): Promise<void> {
    const bucket = this.#find(view.pk, key) ?? (await this.#read(view.pk, key));
    // An attempt reads the whole bucket, so a larger bucket is tried less often.
    const name = `${view.pk}\n${bucket.sk}`;
    if (bucket.n <= this.#most || triedKeys.has(name) || Math.random() > (2 * this.#most) / bucket.n) return;
    triedKeys.add(name);
    await split(this.#table, view, bucket.sk, this.#most);
    await this.#read(view.pk, key);
  }

  async #read(pk: string, key: string): Promise<Bucket> {
    const [item] = await this.#table.query({ pk, between: [lowest, key], newestFirst: true, limit: 1 });
    const bucket = item ? bucketOf(item) : { sk: lowest, n: 0 };
    const otherBuckets = (this.#known.get(pk) ?? []).filter(({ sk }) => sk !== bucket.sk);
    // The bucket read last is found first.
    this.#known.set(pk, [bucket, ...otherBuckets]);
    return bucket;
  }
}
