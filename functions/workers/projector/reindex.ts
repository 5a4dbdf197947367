import * as z from 'zod';
import { allProjections } from '#functions/projections/all-projections.ts';
import { partitionOf } from '#functions/store/key-parts.ts';
import { rootId } from '#functions/store/lists/counted-tree.ts';
import { type Projection, type RecordRef, recordsOf, recordsWithRowIn } from '#functions/store/lists/projection.ts';
import { isWhole, rebuildTree, StaleProjection, treeNodes } from '#functions/store/lists/tree-store.ts';
import { noteSumLayout, registeredOrganizations } from '#functions/store/organization-registry.ts';
import type { Item, Key, Table } from '#functions/store/table.ts';
import { beginCrowds, endCrowds } from './crowds.ts';
import { mendSums } from './mend-sums.ts';
import { removeOrphans } from './orphans.ts';
import { projectRecords } from './project-records.ts';

/** In this order: trees that readers cannot walk are emptied, records are projected anew, what is nobody's goes, and sums are added up anew. */
const passes = ['trees', 'records', 'orphans', 'sums'] as const;
type Pass = (typeof passes)[number];

const Reindexed = z.object({
  records: z.number().default(0),
  orphans: z.number().default(0),
  trees: z.number().default(0),
  /** Sums that said something else than what they add up. */
  sums: z.number().default(0),
  /** The first sums that were written all the while, by their keys: another reindex looks at them again. */
  left: z.array(z.string()).default([]),
});
export type Reindexed = z.output<typeof Reindexed>;

const Cursor = Reindexed.extend({
  pass: z.enum(passes).default('trees'),
  from: z.object({ pk: z.string(), sk: z.string() }).optional(),
});

const mostNamed = 50;

interface Job {
  table: Table;
  projections: readonly Projection[];
  /** Told what was done so far, now and then. */
  report?: (done: Reindexed) => void;
}

const cursorKey = (projections: readonly Projection[]): Key => ({
  pk: `REINDEX#${projections.map(({ list }) => list.name).join('+')}`,
  sk: 'CURSOR',
});

/** The trees that items are nodes of, each once. */
const treesAmong = (items: readonly Item[], projections: readonly Projection[]): string[] => {
  const lists = new Set(projections.map(({ list }) => list.name));
  const trees = items.filter(({ pk }) => {
    const { kind, names: [list = ''] = [] } = partitionOf(pk) ?? {};
    return kind === 'TREE' && lists.has(list);
  });
  return [...new Set(trees.map(({ pk }) => pk))];
};

const readingsAtMost = 5;

/** Whether a tree is broken. What was read in pages while somebody wrote it says nothing: then it is read again. */
const isBroken = async (table: Table, pk: string): Promise<boolean> => {
  for (let readings = 1; readings <= readingsAtMost; readings++) {
    const before = (await table.get({ pk, sk: rootId }))?.version;
    const nodes = await treeNodes(table, pk);
    if (isWhole(nodes)) return false;
    if (nodes.find(({ id }) => id === rootId)?.version === before) return true;
  }
  return false;
};

const mendTrees = async (table: Table, pks: readonly string[], seen: Set<string>): Promise<number> => {
  let mended = 0;
  for (const pk of pks) {
    if (seen.has(pk)) continue;
    seen.add(pk);
    if (!(await isBroken(table, pk))) continue;
    // Whoever changes it at this moment does so with the whole of it: then it is looked at once more.
    await rebuildTree(table, pk, () => []).catch((error: unknown) => {
      if (!(error instanceof StaleProjection)) throw error;
      seen.delete(pk);
    });
    mended++;
  }
  return mended;
};

/** The records that items are the main ones of, and those of which a ROW alone is left. */
const recordsAmong = (items: readonly Item[], projections: readonly Projection[]): RecordRef[] =>
  items.flatMap((item) =>
    item.sk === 'ROW'
      ? recordsWithRowIn(projections, item.pk)
      : recordsOf(projections, item).filter(({ projection }) => item.sk === projection.main),
  );

/** Who saw the truth of a moment ago may have found nothing to do before all of this was written: once more, behind it. */
const projectAnew = async (table: Table, refs: readonly RecordRef[]): Promise<void> => {
  await projectRecords(table, refs, { all: true });
  await projectRecords(table, refs);
};

/** Whether an item is a copy that a ROW of these lists keeps. */
const isCopyOf = (projections: readonly Projection[], { of }: Item): boolean =>
  recordsWithRowIn(projections, String(of)).length > 0;

/** Notes that all sums are kept as this release keeps them. A reindex of one list leaves those of the others as they were. */
const noteLayout = async (table: Table, projections: readonly Projection[]): Promise<void> => {
  if (!allProjections.every((one) => projections.includes(one))) return;
  for (const organization of await registeredOrganizations(table)) await table.transact([noteSumLayout(organization)]);
};

/**
 * Writes anew everything that is derived from records, in place and beside the running product: for rows that changed
 * their columns, and for what something broken left behind. It walks the table four times and keeps where it is, so
 * that one that was cut off goes on when it is called again. Answers what it did in all.
 */
export const reindex = async ({ table, projections, report = () => undefined }: Job): Promise<Reindexed> => {
  const key = cursorKey(projections);
  const cursor = Cursor.parse((await table.get(key)) ?? {});
  const seen = new Set<string>();
  const work: Record<Pass, (items: readonly Item[]) => Promise<void>> = {
    async trees(items) {
      cursor.trees += await mendTrees(table, treesAmong(items, projections), seen);
      await beginCrowds(table, items, projections);
    },
    async records(items) {
      const refs = recordsAmong(items, projections);
      await projectAnew(table, refs);
      cursor.records += items.filter(({ sk }) => projections.some(({ main }) => main === sk)).length;
    },
    async orphans(items) {
      await endCrowds(table, items, projections);
      cursor.orphans += await removeOrphans(table, items, projections);
    },
    async sums(items) {
      const { mended, left } = await mendSums(table, items, { seen, isKnown: (fact) => isCopyOf(projections, fact) });
      cursor.sums += mended;
      cursor.left = [...new Set([...cursor.left, ...left])].slice(0, mostNamed);
    },
  };
  for (const pass of passes.slice(passes.indexOf(cursor.pass))) {
    if (pass !== cursor.pass) cursor.from = undefined;
    cursor.pass = pass;
    for (let isMore = true; isMore; ) {
      const { items, next } = await table.scan(cursor.from);
      await work[pass](items);
      cursor.from = next;
      isMore = next !== undefined;
      await table.transact([{ put: { ...key, ...cursor } }]);
      report(cursor);
    }
  }
  if (cursor.left.length === 0) await noteLayout(table, projections);
  await table.transact([{ delete: key }]);
  return Reindexed.parse(cursor);
};
