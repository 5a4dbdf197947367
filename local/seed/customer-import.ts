import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { customersWithCases } from '#functions/records/customer-database.ts';
import { type CustomerRecord, listedCustomer } from '#functions/records/customer-record.ts';
import { keysOf } from '#functions/store/keys.ts';
import { listChanges } from '#functions/store/listing.ts';
import { type Item, type Key, Table, type Write } from '#functions/store/table.ts';
import { bulkWriter } from './bulk-writer.ts';
import { customerPopulation } from './customer-population.ts';
import { inParallel } from './in-parallel.ts';

const width = 6;
const groupsPerRound = 64;
/** With the marker's own write a transaction is full. */
const countersPerTransaction = 99;

/** What an import remembers, so that a killed one goes on, and the next one adds other people. */
interface Marker {
  first: number;
  count: number;
  started_at: string;
  rounds: number;
  counters: number;
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
  const marker: Marker = { first, count, started_at: now.toISOString(), rounds: 0, counters: 0, finished: false };
  await table.transact([{ put: { ...key, ...marker } }]);
  return marker;
};

const addCounters = (sums: Map<string, Extract<Write, { update: Key }>>, writes: readonly Write[]): void => {
  for (const write of writes) {
    if (!('update' in write)) continue;
    const id = `${write.update.pk}\n${write.update.sk}`;
    const add = { ...sums.get(id)?.add };
    for (const [name, by] of Object.entries(write.add ?? {})) add[name] = (add[name] ?? 0) + by;
    sums.set(id, { update: write.update, add });
  }
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
 * Fills an organization's list with invented customers: rows and search words in batches, their counters added once at
 * the end (quality B4.3), which makes lists exact again. One that was killed goes on when it is called again, and then
 * ends with the number it was begun with. Answers how many customers the import was about.
 */
export const importCustomers = async (job: Import): Promise<number> => {
  const { client, tableName, organizationId, report = () => {} } = job;
  const table = new Table(client, tableName);
  const keys = keysOf(organizationId);
  const customers = customersWithCases(table, keys);
  const marker = await beginImport(table, job);
  const { first, count } = marker;
  const writer = bulkWriter(client, tableName, job.databasePath);
  const counters = new Map<string, Extract<Write, { update: Key }>>();
  const writeGroup = async (group: readonly CustomerRecord[]): Promise<void> => {
    const writes = await customers.changes(group.map((next) => ({ next })));
    await writer.putAll(writes.flatMap((write) => ('put' in write ? write.put : [])));
  };
  let rounds = 0;
  let written = 0;
  for (const round of inRounds(customerPopulation(first, count, new Date(marker.started_at), job.withinMs))) {
    for (const group of round) {
      addCounters(
        counters,
        listChanges(
          keys,
          group.map((record) => ({ next: listedCustomer(record) })),
        ),
      );
      written += group.length;
    }
    rounds++;
    if (rounds <= marker.rounds) continue;
    await inParallel(
      width,
      round.map((group) => () => writeGroup(group)),
    );
    await table.update({ update: markerKey(organizationId), set: { rounds } });
    report(written);
  }
  writer.close();
  const sorted = [...counters.keys()].sort().map((id) => counters.get(id) as Extract<Write, { update: Key }>);
  for (let done = marker.counters; done < sorted.length; done += countersPerTransaction) {
    const next = Math.min(done + countersPerTransaction, sorted.length);
    const step: Write = {
      update: markerKey(organizationId),
      set: { counters: next, finished: next === sorted.length },
      when: { equals: { counters: done } },
    };
    await table.transact([...sorted.slice(done, next), step]);
  }
  return count;
};
