import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Keys, keysOf } from '#functions/store/keys.ts';
import { highest, lowest, packedBuckets, type View } from '#functions/store/lists/bucket-counters.ts';
import { copyItem, countedIn, lookupItems, rowOf, rowShape } from '#functions/store/lists/projected-row.ts';
import { isReadBy, itemsOf, type Projection, recordsOf } from '#functions/store/lists/projection.ts';
import { joinSums, type SumChange, sumChanges, sumWrites } from '#functions/store/lists/sums.ts';
import { type Item, type Key, Table, type Write } from '#functions/store/table.ts';
import { type BulkWriter, bulkWriter } from './bulk-writer.ts';
import { inParallel } from './in-parallel.ts';

const width = 6;
const groupsPerRound = 64;
const sumsAtOnce = 50;
const mostRows = 10_000_000;
class AddedAlready extends Error {
  override readonly name = 'AddedAlready';
}

/** What an import remembers, so that a killed one goes on, and the next one adds other records. */
interface Marker {
  first: number;
  count: number;
  started_at: string;
  rounds: number;
  finished: boolean;
}

export interface Import {
  client: DynamoDBClient;
  tableName: string;
  organizationId: string;
  count: number;
  now: Date;
  /** The time before now in which all of them were created, eight years unless it is given. */
  withinMs?: number | undefined;
  /** Where the engine keeps its data, if that is a file. */
  databasePath?: string | undefined;
  /** Told how many are written so far. */
  report?: (written: number) => void;
}

/** A kind of record that is invented. */
export interface InventedKind<R> {
  /** Names the marker of its imports. */
  marker: string;
  projections: readonly Projection[];
  /** What is projected of the copies that these make. */
  ofCopies?: readonly Projection[];
  /** Records `first` to `first + count` in groups, the same at every making. */
  population: (first: number, count: number, until: Date, withinMs: number | undefined) => Iterable<R[]>;
  idOf: (record: R) => string;
  itemsOf: (keys: Keys, record: R) => Item[];
}

const markerKey = (kind: string, organizationId: string): Key => ({
  pk: `DEMONSTRATION#${kind}#${organizationId}`,
  sk: 'IMPORT',
});

const beginImport = async (table: Table, key: Key, { count, now }: Import): Promise<Marker> => {
  const known = (await table.get(key)) as (Marker & Item) | undefined;
  if (known && !known.finished) return known;
  const first = known ? known.first + known.count : 0;
  const marker: Marker = { first, count, started_at: now.toISOString(), rounds: 0, finished: false };
  await table.transact([{ put: { ...key, ...marker } }]);
  return marker;
};

/** Where all records are counted, as far as they are projected. */
interface Counted {
  views: Map<string, { view: View; keys: string[] }>;
  sums: Map<string, SumChange>;
}

/** What is projected of one record, with its copies and what is projected of these; notes in `counted` where it counts. */
const projectedOf = <R>(
  keys: Keys,
  kind: InventedKind<R>,
  { projection, id, read }: { projection: Projection; id: string; read: readonly Item[] },
  counted: Counted,
): Item[] => {
  const { list } = projection;
  const projected = projection.project(keys, id, read);
  // It stands in no such list, as a burial in that of cremations.
  if (!projected) return [];
  const row = rowOf(keys, list, id, projected);
  for (const { view, key } of countedIn(row).values()) {
    const known = counted.views.get(view.pk);
    if (known) known.keys.push(key);
    else counted.views.set(view.pk, { view, keys: [key] });
  }
  joinSums(counted.sums, sumChanges(undefined, projected.addends ?? []));
  const copies = (projected.copies ?? []).map((copy) => copyItem(list.partition(keys, id), copy));
  return [
    rowShape.item(keys.row(list.partition(keys, id)), { ...row, rev: 'import' }),
    ...lookupItems(keys, row),
    ...copies,
    ...copies.flatMap((copy) =>
      recordsOf(kind.ofCopies ?? [], copy).flatMap((ref) =>
        projectedOf(keys, kind, { projection: ref.projection, id: ref.id, read: [copy] }, counted),
      ),
    ),
  ];
};

/** A record's items with what is projected of it; notes in `counted` where it counts. */
const projectedItems = <R>(keys: Keys, kind: InventedKind<R>, record: R, counted: Counted): Item[] => {
  const id = kind.idOf(record);
  const items = kind.itemsOf(keys, record);
  const derived = kind.projections.flatMap((projection) => {
    const read = items.filter(({ pk, sk }) => pk === itemsOf(projection, keys, id) && isReadBy(projection, sk));
    return projectedOf(keys, kind, { projection, id, read }, counted);
  });
  return [...items, ...derived];
};

function* inRounds<T>(all: Iterable<T>): Generator<T[]> {
  let round: T[] = [];
  for (const one of all) {
    round.push(one);
    if (round.length < groupsPerRound) continue;
    yield round;
    round = [];
  }
  if (round.length) yield round;
}

/** All keys of a view, as its index has them. */
const keysInIndex = async (table: Table, { pk, index }: View): Promise<string[]> => {
  const sk = `${index}sk`;
  const items = await table.query({ pk, index, between: [lowest, highest], only: [sk], limit: mostRows });
  return items.map((item) => String(item[sk]));
};

/** The buckets of the views that these records are in, made anew of all rows there, which makes totals exact again. */
const countAnew = async (table: Table, writer: BulkWriter, views: Counted['views']): Promise<void> => {
  for (const { view, keys } of views.values()) {
    const before = await table.query({ pk: view.pk, limit: mostRows });
    const present = before.length ? await keysInIndex(table, view) : [];
    const buckets = packedBuckets(view.pk, [...present, ...keys]);
    const kept = new Set(buckets.map(({ sk }) => sk));
    for (const { pk, sk } of before) if (!kept.has(sk)) await table.delete({ pk, sk });
    await writer.putAll(buckets);
  }
};

/** What the records add to sums, each once: what a killed import has added says so. */
const addToSums = async (table: Table, done: string, sums: ReadonlyMap<string, SumChange>): Promise<void> => {
  const once = (write: Write): Write =>
    'update' in write
      ? {
          ...write,
          set: { ...write.set, [done]: true },
          when: { equals: { [done]: undefined } },
          refused: () => new AddedAlready(),
        }
      : write;
  const writes = sumWrites(sums).map(once);
  for (let at = 0; at < writes.length; at += sumsAtOnce)
    await table.transact(writes.slice(at, at + sumsAtOnce)).catch((error: unknown) => {
      if (!(error instanceof AddedAlready)) throw error;
    });
};

/**
 * Fills an organization's lists with invented records (quality B4.3): records with what is projected of them in batches,
 * and what counts them at the end. One that was killed goes on when it is
 * called again, and then ends with the number it was begun with. Answers how many records it was about.
 */
export const importRecords = async <R>(job: Import, kind: InventedKind<R>): Promise<number> => {
  const { client, tableName, organizationId, withinMs, report = () => {} } = job;
  const table = new Table(client, tableName);
  const keys = keysOf(organizationId);
  const key = markerKey(kind.marker, organizationId);
  const marker = await beginImport(table, key, job);
  const writer = bulkWriter(client, tableName, job.databasePath);
  const counted: Counted = { views: new Map(), sums: new Map() };
  let rounds = 0;
  let written = 0;
  for (const round of inRounds(kind.population(marker.first, marker.count, new Date(marker.started_at), withinMs))) {
    const groups = round.map((group) => group.flatMap((record) => projectedItems(keys, kind, record, counted)));
    written += round.flat().length;
    rounds++;
    if (rounds <= marker.rounds) continue;
    await inParallel(
      width,
      groups.map((items) => () => writer.putAll(items)),
    );
    await table.update({ update: key, set: { rounds } });
    report(written);
  }
  await countAnew(table, writer, counted.views);
  await addToSums(table, `import_${kind.marker}_${marker.first}`, counted.sums);
  writer.close();
  await table.update({ update: key, set: { finished: true } });
  return marker.count;
};
