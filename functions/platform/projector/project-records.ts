import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@aws-lambda-powertools/logger';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { count, measure } from '#functions/platform/adapters/metrics.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { BucketCounters, type Move, StaleProjectionError } from '#functions/platform/store/lists/bucket-counters.ts';
import {
  copyItem,
  countedIn,
  itemsOf,
  lookupItems,
  type Projected,
  type Projection,
  type RecordRef,
  recordsOf,
  refName,
  rowOf,
  rowSchema,
  type StoredRow,
} from '#functions/platform/store/lists/projection.ts';
import { mergeSums, type SumChange, sumChanges, sumWrites } from '#functions/platform/store/lists/sums.ts';
import { isForGood, remainingMs } from '#functions/platform/store/retries.ts';
import { type Item, prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { composeTransaction } from '#functions/platform/store/transactions/compose-transaction.ts';
import { anotherTryMs } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { keyName, parseKeyName } from '../store/key-format.ts';
import type { ListDefinition } from '../store/lists/list-definition.ts';
import { isSame } from '../store/sorted-json.ts';

export interface Difference {
  /** The conditional ROW, search tokens, shared values and copies. */
  writes: Write[];
  moves: readonly Move[];
  sums: ReadonlyMap<string, SumChange>;
  /** The difference exceeds one transaction; the rest follows in the next one. */
  isPart: boolean;
}

/** One below DynamoDB's limit of 100 actions, because a new record needs a condition check. */
const maxActions = 99;

/** A key that changes within one bucket is a move too, because the bucket's revision must change. */
const movesOf = (before: StoredRow | undefined, wanted: WantedRow | undefined): Move[] => {
  const [old, now] = [countedIn(before), countedIn(wanted)];
  const isUnchanged = (pk: string): boolean => old.get(pk)?.key === now.get(pk)?.key;
  return [
    ...[...old].filter(([pk]) => !isUnchanged(pk)).map(([, place]): Move => ({ ...place, by: -1 })),
    ...[...now].filter(([pk]) => !isUnchanged(pk)).map(([, place]): Move => ({ ...place, by: 1 })),
  ];
};

interface States {
  before: StoredRow | undefined;
  next: Projected | undefined;
  all?: boolean;
}
type WantedRow = Omit<StoredRow, 'rev'>;
type Named = readonly [name: string, write: Write];

/** Old values for the parts that are left to the next difference. */
const writtenSoFar = <T>(
  before: Readonly<Record<string, T>>,
  next: Readonly<Record<string, T>>,
  left: ReadonlySet<string>,
): Record<string, T> =>
  Object.fromEntries([
    ...Object.entries(before).filter(([name]) => left.has(name)),
    ...Object.entries(next).filter(([name]) => !left.has(name)),
  ]);

const untrusted = (copies: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(copies).map((name) => [name, '']));

const lookupWrites = (
  keys: Keys,
  { before, wanted, all }: { before: StoredRow | undefined; wanted: WantedRow | undefined; all: boolean },
): Write[] => {
  const byName = (row: WantedRow | undefined) =>
    new Map((row ? lookupItems(keys, row) : []).map((item) => [keyName(item), item]));
  const [old, now] = [byName(before), byName(wanted)];
  return [
    ...[...old.values()].filter((item) => !now.has(keyName(item))).map(({ pk, sk }): Write => ({ delete: { pk, sk } })),
    ...[...now].filter(([name, put]) => all || !isSame(old.get(name), put)).map(([, put]): Write => ({ put })),
  ];
};

/**
 * Returns the difference between a record's stored projection and the wanted one (undefined: deleted). It fits into
 * one transaction, and the ROW always describes what has been written, so that any process can continue from it.
 */
export const differenceOf = (
  keys: Keys,
  list: ListDefinition,
  id: string,
  { before, next, all = false }: States,
): Difference | undefined => {
  const wanted = next && rowOf(keys, list, id, next);
  if (!before && !next) return undefined;
  const { rev: _rev, ...storedRow } = before ?? { rev: '' };
  if (!all && isSame(before && storedRow, wanted)) return undefined;

  const partition = list.partition(keys, id);
  const lookups = lookupWrites(keys, { before, wanted, all });
  const moves = movesOf(before, wanted);
  const [oldCopies, newCopies] = [before?.copies ?? {}, wanted?.copies ?? {}];
  const copies: Named[] = [
    ...Object.keys(oldCopies)
      .filter((name) => !(name in newCopies))
      .map((name): Named => [name, { delete: parseKeyName(name) }]),
    ...(next?.copies ?? [])
      .map((copy): Named => [keyName(copy), { put: copyItem(partition, copy) }])
      .filter(([name]) => all || oldCopies[name] !== newCopies[name]),
  ];
  const sums = sumChanges(before?.added, next?.addends ?? []);

  // These are few and are written together.
  const taken = copies.slice(0, Math.max(0, maxActions - 1 - lookups.length - moves.length - sums.size));
  const isPart = taken.length < copies.length;
  const copiesLeft = new Set(copies.slice(taken.length).map(([name]) => name));
  const result: WantedRow | undefined = isPart
    ? {
        ...(wanted ?? { id, list: list.name, row: '{}', order: '', tokens: '' }),
        copies: writtenSoFar(all ? untrusted(oldCopies) : oldCopies, newCopies, copiesLeft),
      }
    : wanted;
  const key = keys.row(partition);
  const guard = {
    when: before ? { equals: { rev: before.rev } } : ('absent' as const),
    refused: () => new StaleProjectionError(),
  };
  const row: Write = result
    ? { put: rowSchema.item(key, { ...result, rev: randomUUID() }), ...guard }
    : { delete: key, ...guard };
  return {
    writes: [row, ...lookups, ...taken.map(([, write]) => write)],
    moves,
    sums,
    isPart,
  };
};

/** Below DynamoDB's limit: a transaction blocks other writers of its items, and in local mode all writers. */
const actionsAtOnce = 60;
const readTogether = 50;
const budgetMs = 20_000;
const maxPauseMs = 200;

interface Planned {
  ref: RecordRef;
  difference: Difference;
}

interface Options {
  all?: boolean;
}

/** Reads the source items of records. */
export const readSourceItems = async (table: Table, refs: readonly RecordRef[]): Promise<Item[][]> => {
  const partitions = refs.map(({ organizationId, projection, id }) => itemsOf(projection, keysOf(organizationId), id));
  const mains = await table.getAll(
    refs.map(({ projection }, at) => ({ pk: partitions[at] ?? '', sk: projection.main })),
  );
  const byPartition = new Map(mains.map((item) => [item.pk, item]));
  // Several lists of one record share its reads.
  const read = new Map<string, Promise<Item[]>>();
  const partsOf = (pk: string, part: string): Promise<Item[]> => {
    const name = `${pk}\n${part}`;
    const found = read.get(name) ?? table.query({ pk, between: [part, prefixEnd(part)] });
    read.set(name, found);
    return found;
  };
  return Promise.all(
    refs.map(async ({ projection: { parts, hasParts } }, at) => {
      const main = byPartition.get(partitions[at] ?? '');
      if (!main) return [];
      if (hasParts && !hasParts(main)) return [main];
      const found = await Promise.all(parts.map((part) => partsOf(main.pk, part)));
      return [main, ...found.flat()];
    }),
  );
};

const counters = new WeakMap<Table, BucketCounters>();
const countersOf = (table: Table): BucketCounters => {
  const known = counters.get(table) ?? new BucketCounters(table);
  counters.set(table, known);
  return known;
};

/**
 * The ROW is read before the source items, and every transaction requires it to be unchanged: the last writer has read
 * the newest sources, so duplicates, disorder, replays and crashes do no harm.
 */
class OrganizationProjector {
  readonly #table: Table;
  readonly #organizationId: string;
  readonly #all: boolean;

  constructor(table: Table, organizationId: string, { all = false }: Options) {
    this.#table = table;
    this.#organizationId = organizationId;
    this.#all = all;
  }

  async project(refs: readonly RecordRef[]): Promise<void> {
    const started = Date.now();
    let pending = [...refs];
    let trustNothing = this.#all;
    for (let tries = 1; pending.length; tries++) {
      const { unfinished, overtaken } = await this.#attempt(pending, trustNothing);
      trustNothing = trustNothing && overtaken;
      pending = unfinished;
      if (!overtaken) continue;
      if (Date.now() - started > budgetMs || remainingMs() < anotherTryMs) throw new StaleProjectionError();
      await wait(Math.random() * Math.min(10 * 2 ** tries, maxPauseMs));
    }
  }

  /** Returns the records that another writer projected first, or that need more than one transaction. */
  async #attempt(refs: readonly RecordRef[], all: boolean): Promise<{ unfinished: RecordRef[]; overtaken: boolean }> {
    const planned = await this.#plan(refs, all);
    const counters = countersOf(this.#table);
    await counters.load(planned.flatMap(({ difference }) => difference.moves));
    const unfinished: RecordRef[] = [];
    for (let at = 0; at < planned.length; ) {
      const group = this.#nextGroup(planned.slice(at), counters);
      try {
        await this.#table.transact(composeTransaction(await this.#writesOf(group, counters)));
      } catch (error) {
        if (!(error instanceof StaleProjectionError)) throw error;
        counters.forget();
        return { unfinished: [...unfinished, ...planned.slice(at).map(({ ref }) => ref)], overtaken: true };
      }
      unfinished.push(...group.filter(({ difference }) => difference.isPart).map(({ ref }) => ref));
      at += group.length;
    }
    return { unfinished, overtaken: false };
  }

  async #plan(refs: readonly RecordRef[], all: boolean): Promise<Planned[]> {
    const keys = keysOf(this.#organizationId);
    const rowKeys = refs.map(({ projection, id }) => keys.row(projection.list.partition(keys, id)));
    const rows = new Map((await this.#table.getAll(rowKeys)).map((item) => [item.pk, item]));
    const truths = await readSourceItems(this.#table, refs);
    return refs.flatMap((ref, at): Planned[] => {
      const item = rows.get(rowKeys[at]?.pk ?? '');
      const before: StoredRow | undefined = item && rowSchema.parse(item);
      const truth = truths[at] ?? [];
      const next = truth.length ? ref.projection.project(keys, ref.id, truth) : undefined;
      const difference = differenceOf(keys, ref.projection.list, ref.id, { before, next, all });
      if (!difference) return [];
      // A record created and deleted by others has no ROW again and would reappear.
      const main = { pk: itemsOf(ref.projection, keys, ref.id), sk: ref.projection.main };
      if (!before) difference.writes.push({ check: main, when: 'exists', refused: () => new StaleProjectionError() });
      return [{ ref, difference }];
    });
  }

  #nextGroup(planned: readonly Planned[], counters: BucketCounters): Planned[] {
    let writes = 0;
    const shared = new Set<string>();
    const group: Planned[] = [];
    for (const plan of planned) {
      const { difference } = plan;
      for (const move of difference.moves) shared.add(counters.nameOf(move));
      for (const name of difference.sums.keys()) shared.add(name);
      writes += difference.writes.length;
      if (group.length && writes + shared.size > actionsAtOnce) break;
      group.push(plan);
    }
    return group;
  }

  async #writesOf(group: readonly Planned[], counters: BucketCounters): Promise<Write[]> {
    const sums = new Map<string, SumChange>();
    for (const { difference } of group) mergeSums(sums, difference.sums);
    return [
      ...group.flatMap(({ difference }) => difference.writes),
      ...counters.writes(group.flatMap(({ difference }) => difference.moves)),
      ...sumWrites(sums),
    ];
  }
}

/** Projects each distinct record once; organizations run in parallel. */
export const projectRecords = async (
  table: Table,
  refs: readonly RecordRef[],
  options: Options = {},
): Promise<void> => {
  const distinct = new Map(refs.map((ref) => [refName(ref), ref]));
  const byOrganization = Map.groupBy(distinct.values(), ({ organizationId }) => organizationId);
  await Promise.all(
    [...byOrganization].map(async ([organizationId, own]) => {
      const projector = new OrganizationProjector(table, organizationId, options);
      for (let at = 0; at < own.length; at += readTogether) await projector.project(own.slice(at, at + readTogether));
    }),
  );
};

interface Dependencies {
  table: Table;
  projections: readonly Projection[];
  logger: Logger;
  now: () => Date;
}

interface Notice {
  ref: RecordRef;
  sequence: string;
  writtenAt: number | undefined;
}

/** In whole seconds, so the lag is overstated by up to one. Not every write changes the item's own time. */
const writtenAtOf = ({ dynamodb }: DynamoDBRecord): number | undefined => {
  const seconds = dynamodb?.ApproximateCreationDateTime;
  return seconds === undefined ? undefined : Math.floor(seconds) * 1000;
};

const noticesOf = (projections: readonly Projection[], record: DynamoDBRecord): Notice[] => {
  const { dynamodb } = record;
  return recordsOf(projections, { pk: dynamodb?.Keys?.pk?.S ?? '', sk: dynamodb?.Keys?.sk?.S ?? '' }).map((ref) => ({
    ref,
    sequence: dynamodb?.SequenceNumber ?? '',
    writtenAt: writtenAtOf(record),
  }));
};

/**
 * Projects the records of a stream batch, read from the table, so that order and repetition do not matter. Only failed
 * ones are returned for the stream to retry; a permanent failure raises an alarm that names the record.
 */
export const projectStream =
  ({ table, projections, logger, now }: Dependencies) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const notices = Records.flatMap((record) => noticesOf(projections, record));
    const failed = new Set<string>();
    const aside = new Set<string>();
    const project = (refs: readonly RecordRef[]) => projectRecords(table, refs);
    try {
      await project(notices.map(({ ref }) => ref));
    } catch (error) {
      logger.error('projection failed', { reason: (error as Error).name, records: notices.length });
      for (const [name, ref] of new Map(notices.map(({ ref: noticeRef }) => [refName(noticeRef), noticeRef]))) {
        await project([ref]).catch((alone: Error) => {
          const isAside = !(alone instanceof StaleProjectionError) && isForGood(alone);
          (isAside ? aside : failed).add(name);
          logger.error(isAside ? 'record set aside' : 'record not projected', { record: name, reason: alone.name });
        });
      }
    }
    const done = notices.filter(({ ref }) => !failed.has(refName(ref)) && !aside.has(refName(ref)));
    const written = done.flatMap(({ writtenAt }) => writtenAt ?? []);
    if (written.length) measure('ProjectionLag', Math.max(0, now().getTime() - Math.min(...written)));
    if (failed.size + aside.size) count('ProjectionsFailed', failed.size + aside.size);
    return {
      batchItemFailures: notices
        .filter(({ ref }) => failed.has(refName(ref)))
        .map(({ sequence }) => ({ itemIdentifier: sequence })),
    };
  };
