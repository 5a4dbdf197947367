import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { customerProjection } from '#functions/projections/customers.ts';
import { type CustomerRecord, customerItem } from '#functions/records/customer-record.ts';
import { type Keys, keysOf } from '#functions/store/keys.ts';
import { rowOf, rowShape, type Shared, sharedName, tokenItem } from '#functions/store/projected.ts';
import { sharingItem } from '#functions/store/sharing.ts';
import { type Item, type Key, Table } from '#functions/store/table.ts';
import { rebuildTree } from '#functions/store/tree-store.ts';
import { bulkWriter } from './bulk-writer.ts';
import { customerPopulation } from './customer-population.ts';
import { inParallel } from './in-parallel.ts';

const width = 6;
const groupsPerRound = 64;

/** What an import remembers, so that a killed one goes on, and the next one adds other people. */
interface Marker {
  first: number;
  count: number;
  started_at: string;
  rounds: number;
  finished: boolean;
}

interface Import {
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

const markerKey = (organizationId: string): Key => ({ pk: `DEMONSTRATION#CUSTOMERS#${organizationId}`, sk: 'IMPORT' });

const beginImport = async (table: Table, { organizationId, count, now }: Import): Promise<Marker> => {
  const key = markerKey(organizationId);
  const known = (await table.get(key)) as (Marker & Item) | undefined;
  if (known && !known.finished) return known;
  const first = known ? known.first + known.count : 0;
  const marker: Marker = { first, count, started_at: now.toISOString(), rounds: 0, finished: false };
  await table.transact([{ put: { ...key, ...marker } }]);
  return marker;
};

/** What a new customer and its projection put into the table, and the keys of its views' trees. */
const projectedCustomer = (keys: Keys, record: CustomerRecord) => {
  const { id } = record;
  const { list, project } = customerProjection;
  const main = customerItem(keys, record);
  const projected = project(keys, id, [main]);
  if (!projected) throw new Error(`nothing is projected of ${id}`);
  const row = rowOf(keys, list, id, projected);
  const prefix = keys.listView(list.name, '');
  const standings = (['gsi1', 'gsi2', 'gsi3', 'gsi4'] as const).map((index) => ({
    tree: keys.tree(list.name, String(row[`${index}pk`]).slice(prefix.length)),
    key: String(row[`${index}sk`]),
  }));
  return {
    standings,
    shared: projected.shared ?? [],
    items: [
      main,
      rowShape.item(keys.row(main.pk), { ...row, rev: 'import' }),
      ...projected.tokens.map((token) => tokenItem(keys, list.name, id, token, projected)),
    ],
  };
};

/** The items of a group; nobody outside shares a value with one of them. */
const itemsOf = (keys: Keys, group: readonly CustomerRecord[], trees: Map<string, string[]>): Item[] => {
  const sharing = new Map<string, { shared: Shared; ids: string[] }>();
  const items = group.flatMap((record) => {
    const { items: own, shared, standings } = projectedCustomer(keys, record);
    for (const { tree, key } of standings) {
      const known = trees.get(tree) ?? [];
      trees.set(tree, known);
      known.push(key);
    }
    for (const one of shared) {
      const known = sharing.get(sharedName(one)) ?? { shared: one, ids: [] };
      sharing.set(sharedName(one), known);
      known.ids.push(record.id);
    }
    return own;
  });
  const { name } = customerProjection.list;
  return [
    ...items,
    ...[...sharing.values()].map(({ shared, ids }) => sharingItem(keys, name, shared, ids.sort(), 'import')),
  ];
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

/**
 * Fills an organization's list with invented customers (quality B4.3): records with what is projected of them in
 * batches, their places in the lists' trees at the end, which makes totals exact again. One that was killed goes on when
 * it is called again, and then ends with the number it was begun with. Answers how many customers it was about.
 */
export const importCustomers = async (job: Import): Promise<number> => {
  const { client, tableName, organizationId, withinMs, report = () => {} } = job;
  const table = new Table(client, tableName);
  const keys = keysOf(organizationId);
  const marker = await beginImport(table, job);
  const { first, count } = marker;
  const writer = bulkWriter(client, tableName, job.databasePath);
  const trees = new Map<string, string[]>();
  let rounds = 0;
  let written = 0;
  for (const round of inRounds(customerPopulation(first, count, new Date(marker.started_at), withinMs))) {
    const groups = round.map((group) => itemsOf(keys, group, trees));
    written += round.flat().length;
    rounds++;
    if (rounds <= marker.rounds) continue;
    await inParallel(
      width,
      groups.map((items) => () => writer.putAll(items)),
    );
    await table.update({ update: markerKey(organizationId), set: { rounds } });
    report(written);
  }
  for (const [pk, added] of trees)
    await rebuildTree(
      table,
      pk,
      (present) => [...present, ...added],
      (items) => writer.putAll(items),
    );
  writer.close();
  await table.update({ update: markerKey(organizationId), set: { finished: true } });
  return count;
};
