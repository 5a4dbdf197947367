import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { composeTransaction } from '#functions/store/commits/compose-transaction.ts';
import { anotherTryMs } from '#functions/store/commits/retry-on-conflict.ts';
import { keysOf } from '#functions/store/keys.ts';
import { rowShape, type Shared, type StoredRow, sharedName } from '#functions/store/lists/projected-row.ts';
import { itemsOf, type RecordRef, refName } from '#functions/store/lists/projection.ts';
import { type Difference, differenceOf } from '#functions/store/lists/row-difference.ts';
import { type SharingChange, sharingKey, sharingWrites } from '#functions/store/lists/sharing.ts';
import { joinSums, type SumChange, sumWrites, wholeSums } from '#functions/store/lists/sums.ts';
import { StaleProjection, TreeWriter } from '#functions/store/lists/tree-store.ts';
import { after, type Item, type Key, type Table, type Write } from '#functions/store/table.ts';
import { timeLeft } from '#functions/store/time-left.ts';

const maxActions = 100;
/** Fewer than DynamoDB takes: a transaction holds up whoever wants one of its items, and on one machine everybody. */
const actionsAtOnce = 60;
/** So many records are read at once. */
const readTogether = 50;
const budgetMs = 20_000;
const longestPauseMs = 200;

/** What is to be written for one record. */
interface Planned {
  ref: RecordRef;
  difference: Difference;
}

interface Options {
  /** Trusts nothing that stands, and writes all of it anew. */
  all?: boolean;
}

/** Keys of one list often share a leaf: half a node each is a good guess, and a group that is too large is halved. */
const weight = ({ difference: { writes, joins, leaves, trees } }: Planned): number =>
  writes.length + joins.length + leaves.length + trees.size / 2;

/** The items that a record is projected from. */
export const truthOf = async (table: Table, refs: readonly RecordRef[]): Promise<Item[][]> => {
  const partitions = refs.map(({ organizationId, projection, id }) => itemsOf(projection, keysOf(organizationId), id));
  const mains = await table.getAll(
    refs.map(({ projection }, at) => ({ pk: partitions[at] ?? '', sk: projection.main })),
  );
  const byPartition = new Map(mains.map((item) => [item.pk, item]));
  // Several lists of one record read its parts once.
  const read = new Map<string, Promise<Item[]>>();
  const partsOf = (pk: string, part: string): Promise<Item[]> => {
    const name = `${pk}\n${part}`;
    const found = read.get(name) ?? table.query({ pk, between: [part, after(part)] });
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

/**
 * Brings what is derived from some records of one organization to what their truth says now. What stands is read before
 * the truth, and every transaction asks that it still stands: so the last one to write has seen a truth at least as new
 * as everybody before it, and duplicates, disorder, replays and kills change nothing.
 */
class OrganizationProjector {
  readonly #table: Table;
  readonly #organizationId: string;
  readonly #all: boolean;
  readonly #trees = new Map<string, TreeWriter>();

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
      for (const tree of this.#trees.values()) tree.forget();
      if (Date.now() - started > budgetMs || timeLeft() < anotherTryMs) throw new StaleProjection();
      await wait(Math.random() * Math.min(10 * 2 ** tries, longestPauseMs));
    }
  }

  /** Answers the records that are not done: somebody else wrote first, or they take more than one transaction. */
  async #attempt(refs: readonly RecordRef[], all: boolean): Promise<{ unfinished: RecordRef[]; overtaken: boolean }> {
    const planned = await this.#plan(refs, all);
    const unfinished: RecordRef[] = [];
    for (let at = 0; at < planned.length; ) {
      const group = this.#nextGroup(planned.slice(at));
      try {
        unfinished.push(
          ...(await this.#commit(group)).filter(({ difference }) => difference.isPart).map(({ ref }) => ref),
        );
      } catch (error) {
        if (!(error instanceof StaleProjection)) throw error;
        return { unfinished: [...unfinished, ...planned.slice(at).map(({ ref }) => ref)], overtaken: true };
      }
      at += group.length;
    }
    return { unfinished, overtaken: false };
  }

  async #plan(refs: readonly RecordRef[], all: boolean): Promise<Planned[]> {
    const keys = keysOf(this.#organizationId);
    const rowKeys = refs.map(({ projection, id }) => keys.row(projection.list.partition(keys, id)));
    const rows = await this.#itemsByPartition(rowKeys);
    const truths = await truthOf(this.#table, refs);
    return refs.flatMap((ref, at): Planned[] => {
      const item = rows.get(rowKeys[at]?.pk ?? '');
      const before: StoredRow | undefined = item && rowShape.parse(item);
      const truth = truths[at] ?? [];
      const next = truth.length ? ref.projection.project(keys, ref.id, truth) : undefined;
      const difference = differenceOf(keys, ref.projection.list, ref.id, { before, next, all });
      return difference ? [{ ref, difference }] : [];
    });
  }

  /** As many of them as make a good transaction, with room for the nodes of the trees. */
  #nextGroup(planned: readonly Planned[]): Planned[] {
    let left = actionsAtOnce;
    const trees = new Set<string>();
    const sums = new Set<string>();
    const group: Planned[] = [];
    for (const one of planned) {
      const { list } = one.ref.projection;
      const fresh = [...one.difference.trees.keys()].filter((view) => !trees.has(`${list.name} ${view}`));
      // The first change of a tree writes its root and its branch besides.
      const added = [...one.difference.sums.keys()].filter((name) => !sums.has(name));
      const cost = weight(one) + fresh.length * 2 + added.length;
      if (group.length && cost > left) break;
      for (const name of added) sums.add(name);
      for (const view of fresh) trees.add(`${list.name} ${view}`);
      left -= cost;
      group.push(one);
    }
    return group;
  }

  /** Commits a group, or as many of its first as fit; answers those. */
  async #commit(group: readonly Planned[]): Promise<readonly Planned[]> {
    const { writes, trees } = await this.#writesOf(group);
    if (writes.length > maxActions && group.length > 1) {
      const [first, second] = [group.slice(0, group.length >> 1), group.slice(group.length >> 1)];
      return [...(await this.#commit(first)), ...(await this.#commit(second))];
    }
    if (writes.length) await this.#table.transact(composeTransaction(writes));
    for (const tree of trees) tree.committed();
    return group;
  }

  async #writesOf(group: readonly Planned[]): Promise<{ writes: Write[]; trees: TreeWriter[] }> {
    const keys = keysOf(this.#organizationId);
    const changes = new Map<string, { added: string[]; removed: string[]; held: boolean }>();
    const sharing = new Map<string, Map<string, SharingChange>>();
    const sums = new Map<string, SumChange>();
    for (const { ref, difference } of group) {
      joinSums(sums, difference.sums);
      const { name } = ref.projection.list;
      for (const [view, { added, removed, held }] of difference.trees) {
        const pk = keys.tree(name, view);
        const known = changes.get(pk) ?? { added: [], removed: [], held: false };
        changes.set(pk, {
          added: [...known.added, ...added],
          removed: [...known.removed, ...removed],
          held: known.held || held,
        });
      }
      const ofList = sharing.get(name) ?? new Map<string, SharingChange>();
      sharing.set(name, ofList);
      const changeOf = (shared: Shared): SharingChange => {
        const known = ofList.get(sharedName(shared)) ?? { shared, joins: new Set(), leaves: new Set() };
        ofList.set(sharedName(shared), known);
        return known;
      };
      for (const shared of difference.joins) {
        const change = changeOf(shared);
        change.joins.add(ref.id);
        change.held ||= difference.held.has(sharedName(shared));
      }
      for (const shared of difference.leaves) changeOf(shared).leaves.add(ref.id);
    }
    const treesOf = [...changes].map(([pk, change]) => ({ pk, change, tree: this.#treeAt(pk) }));
    const sharingOf = [...sharing].map(([list, all]) => ({ list, all: [...all.values()] }));
    // Roots and shared values, in one call.
    const [items, standing] = await Promise.all([
      this.#itemsByPartition([
        ...treesOf.flatMap(({ tree }) => tree.unread ?? []),
        ...sharingOf.flatMap(({ list, all }) => all.map((change) => sharingKey(keys, list, change))),
      ]),
      this.#table.getAll(wholeSums(sums)),
    ]);
    for (const { pk, tree } of treesOf) if (tree.unread) tree.open(items.get(pk));
    await Promise.all(treesOf.map(({ tree, change }) => tree.load([...change.added, ...change.removed])));
    return {
      writes: [
        ...group.flatMap(({ difference }) => difference.writes),
        ...treesOf.flatMap(({ tree, change }) => tree.change(change, change)),
        ...sharingOf.flatMap(({ list, all }) => sharingWrites(keys, list, all, items)),
        ...sumWrites(sums, randomUUID, standing),
      ],
      trees: treesOf.map(({ tree }) => tree),
    };
  }

  #treeAt(pk: string): TreeWriter {
    const tree = this.#trees.get(pk) ?? new TreeWriter(this.#table, pk, { trustNothing: this.#all });
    this.#trees.set(pk, tree);
    return tree;
  }

  async #itemsByPartition(keys: readonly Key[]): Promise<Map<string, Item>> {
    return new Map((await this.#table.getAll(keys)).map((item) => [item.pk, item]));
  }
}

/** Projects some records, each once however often it is named; those of several organizations side by side. */
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
