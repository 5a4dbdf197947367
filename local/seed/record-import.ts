import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Keys, keysOf } from '#functions/store/keys.ts';
import {
  copyItem,
  rowOf,
  rowShape,
  type Shared,
  sharedName,
  tokenItem,
  treeKeysOf,
} from '#functions/store/lists/projected-row.ts';
import { isReadBy, itemsOf, type Projection, recordsOf } from '#functions/store/lists/projection.ts';
import { sharingItem } from '#functions/store/lists/sharing.ts';
import { joinSums, type SumChange, sumChanges, sumWrites } from '#functions/store/lists/sums.ts';
import { rebuildTree } from '#functions/store/lists/tree-store.ts';
import { type Item, type Key, Table, type Write } from '#functions/store/table.ts';
import { type BulkWriter, bulkWriter } from './bulk-writer.ts';
import { inParallel } from './in-parallel.ts';

const width = 6;
const groupsPerRound = 64;
const sumsAtOnce = 50;
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
  /** Who can share a value: records of one group alone, or any, also those that were there before. */
  shares: 'within-groups' | 'with-all';
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

/** Who shares the values of one list, by the names of these. */
type Sharing = Map<string, { list: string; shared: Shared; ids: string[] }>;

/** Where all records stand, and whom they share values with, as far as they are projected. */
interface Places {
  trees: Map<string, string[]>;
  sharing: Sharing;
  sums: Map<string, SumChange>;
}

/** What is projected of one record, told to `places`, with its copies and what is projected of these. */
const projectedOf = <R>(
  keys: Keys,
  kind: InventedKind<R>,
  { projection, id, read }: { projection: Projection; id: string; read: readonly Item[] },
  { trees, sharing, sums }: Places,
): Item[] => {
  const { list } = projection;
  const projected = projection.project(keys, id, read);
  // It stands in no such list, as a burial in that of cremations.
  if (!projected) return [];
  const row = rowOf(keys, list, id, projected);
  for (const [view, key] of treeKeysOf(keys, list.name, row)) {
    const tree = keys.tree(list.name, view);
    const added = trees.get(tree);
    if (added) added.push(key);
    else trees.set(tree, [key]);
  }
  for (const shared of projected.shared ?? []) {
    const name = `${list.name} ${sharedName(shared)}`;
    const known = sharing.get(name);
    if (known) known.ids.push(id);
    else sharing.set(name, { list: list.name, shared, ids: [id] });
  }
  joinSums(sums, sumChanges(undefined, projected.addends ?? []));
  const copies = (projected.copies ?? []).map((copy) => copyItem(list.partition(keys, id), copy));
  return [
    rowShape.item(keys.row(list.partition(keys, id)), { ...row, rev: 'import' }),
    ...projected.tokens.map((token) => tokenItem(keys, list.name, id, token, projected)),
    ...copies,
    ...copies.flatMap((copy) =>
      recordsOf(kind.ofCopies ?? [], copy).flatMap((ref) =>
        projectedOf(keys, kind, { projection: ref.projection, id: ref.id, read: [copy] }, { trees, sharing, sums }),
      ),
    ),
  ];
};

/** A record's items with what is projected of it; tells `places` where it stands, and what it shares. */
const projectedItems = <R>(keys: Keys, kind: InventedKind<R>, record: R, places: Places): Item[] => {
  const id = kind.idOf(record);
  const items = kind.itemsOf(keys, record);
  const derived = kind.projections.flatMap((projection) => {
    const read = items.filter(({ pk, sk }) => pk === itemsOf(projection, keys, id) && isReadBy(projection, sk));
    return projectedOf(keys, kind, { projection, id, read }, places);
  });
  return [...items, ...derived];
};

/** Who shares each value, with those who did before. */
const sharingItems = async (table: Table, keys: Keys, sharing: Sharing): Promise<Item[]> => {
  const all = [...sharing.values()];
  const before = new Map(
    (await table.getAll(all.map(({ list, shared }) => keys.sharing(list, shared.reason, shared.value)))).map((item) => [
      item.pk,
      (item.ids ?? item.crowd ?? []) as string[],
    ]),
  );
  return all.map(({ list, shared, ids }) => {
    const known = before.get(keys.sharing(list, shared.reason, shared.value).pk) ?? [];
    return sharingItem(keys, list, shared, [...new Set([...known, ...ids])].sort(), 'import');
  });
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

/** The places in the lists' trees, which makes totals exact again. */
const addToTrees = async (table: Table, writer: BulkWriter, trees: ReadonlyMap<string, string[]>): Promise<void> => {
  for (const [pk, added] of trees)
    await rebuildTree(
      table,
      pk,
      (present) => [...new Set([...present, ...added])],
      (items) => writer.putAll(items),
    );
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
  const writes = sumWrites(sums, () => 'import').map(once);
  for (let at = 0; at < writes.length; at += sumsAtOnce)
    await table.transact(writes.slice(at, at + sumsAtOnce)).catch((error: unknown) => {
      if (!(error instanceof AddedAlready)) throw error;
    });
};

/**
 * Fills an organization's lists with invented records (quality B4.3): records with what is projected of them in batches,
 * what they share with all others and their places in the lists' trees at the end. One that was killed goes on when it is
 * called again, and then ends with the number it was begun with. Answers how many records it was about.
 */
export const importRecords = async <R>(job: Import, kind: InventedKind<R>): Promise<number> => {
  const { client, tableName, organizationId, withinMs, report = () => {} } = job;
  const table = new Table(client, tableName);
  const keys = keysOf(organizationId);
  const key = markerKey(kind.marker, organizationId);
  const marker = await beginImport(table, key, job);
  const writer = bulkWriter(client, tableName, job.databasePath);
  const trees = new Map<string, string[]>();
  const sums = new Map<string, SumChange>();
  const ofAll: Sharing = new Map();
  let rounds = 0;
  let written = 0;
  for (const round of inRounds(kind.population(marker.first, marker.count, new Date(marker.started_at), withinMs))) {
    const groups = round.map((group) => {
      const sharing: Sharing = kind.shares === 'with-all' ? ofAll : new Map();
      const items = group.flatMap((record) => projectedItems(keys, kind, record, { trees, sharing, sums }));
      if (kind.shares === 'with-all') return items;
      const own = [...sharing.values()].map(({ list, shared, ids }) =>
        sharingItem(keys, list, shared, ids.sort(), 'import'),
      );
      return [...items, ...own];
    });
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
  await writer.putAll(await sharingItems(table, keys, ofAll));
  await addToTrees(table, writer, trees);
  await addToSums(table, `import_${kind.marker}_${marker.first}`, sums);
  writer.close();
  await table.update({ update: key, set: { finished: true } });
  return marker.count;
};
