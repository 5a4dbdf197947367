import { idInPlace, keyName, partitionOf, sortedByInPlace } from '#functions/store/key-parts.ts';
import { keysOf } from '#functions/store/keys.ts';
import { isLeaf, type TreeNode } from '#functions/store/lists/counted-tree.ts';
import { rowShape, type StoredRow, sharedName, tokensIn, treeKeysOf } from '#functions/store/lists/projected-row.ts';
import type { Projection } from '#functions/store/lists/projection.ts';
import { type SharingChange, sharedIn, sharingKey, sharingWrites } from '#functions/store/lists/sharing.ts';
import { nodeOf, StaleProjection, TreeWriter } from '#functions/store/lists/tree-store.ts';
import type { Item, Key, Table, Write } from '#functions/store/table.ts';

/** Something derived, and the ROW that would have to say that it is its own. */
interface Claim {
  owner: Key;
  isOwn: (row: StoredRow) => boolean;
  /** What takes it away. */
  writes: (table: Table) => Promise<Write[]>;
}

const together = 20;

const rowKeyOf = (projection: Projection, organizationId: string, id: string): Key => {
  const keys = keysOf(organizationId);
  return keys.row(projection.list.partition(keys, id));
};

const tokenClaim = (item: Item, projection: Projection, organizationId: string): Claim => {
  const token = sortedByInPlace(item.sk);
  return {
    owner: rowKeyOf(projection, organizationId, idInPlace(item.sk)),
    isOwn: ({ tokens }) => tokensIn(tokens).includes(token),
    writes: async () => [{ delete: { pk: item.pk, sk: item.sk } }],
  };
};

const copyClaim = (item: Item): Claim => ({
  owner: { pk: String(item.of), sk: 'ROW' },
  isOwn: ({ copies = {} }) => keyName(item) in copies,
  writes: async () => [{ delete: { pk: item.pk, sk: item.sk } }],
});

const sharingClaims = (item: Item, projection: Projection, organizationId: string): Claim[] => {
  const keys = keysOf(organizationId);
  const { list } = projection;
  const shared = sharedIn(keys, list.name, item);
  return ((item.ids ?? item.crowd ?? []) as string[]).map((id) => ({
    owner: rowKeyOf(projection, organizationId, id),
    isOwn: ({ shared: names = [] }) => names.includes(sharedName(shared)),
    writes: async (table) => {
      const change: SharingChange = { shared, joins: new Set(), leaves: new Set([id]) };
      const current = await table.get(sharingKey(keys, list.name, change));
      return sharingWrites(keys, list.name, [change], new Map(current && [[current.pk, current]]));
    },
  }));
};

const treeClaims = (pk: string, node: TreeNode, projection: Projection, organizationId: string): Claim[] => {
  const keys = keysOf(organizationId);
  const { name } = projection.list;
  const view = pk.slice(keys.tree(name, '').length);
  if (!isLeaf(node)) return [];
  return node.keys.map((key) => ({
    owner: rowKeyOf(projection, organizationId, idInPlace(key)),
    isOwn: (row) => treeKeysOf(keys, name, row).get(view) === key,
    writes: async (table) => {
      const tree = new TreeWriter(table, pk, { trustNothing: true });
      await tree.load([key]);
      return tree.change({ added: [], removed: [key] });
    },
  }));
};

const claimsOf = (item: Item, projections: readonly Projection[]): Claim[] => {
  if (item.of !== undefined) {
    const owner = partitionOf(String(item.of));
    return projections.some(({ kind }) => kind === owner?.kind) ? [copyClaim(item)] : [];
  }
  const { organizationId = '', kind, names: [list] = [] } = partitionOf(item.pk) ?? {};
  const projection = projections.find((one) => one.list.name === list);
  if (!projection) return [];
  if (kind === 'S') return [tokenClaim(item, projection, organizationId)];
  if (kind === 'DUP') return sharingClaims(item, projection, organizationId);
  return kind === 'TREE' ? treeClaims(item.pk, nodeOf(item), projection, organizationId) : [];
};

/**
 * Takes away what no ROW says is its own: search tokens, copies, memberships and places in trees that something broken
 * left behind. Each deletion asks that the ROW is still as it was read. Answers how many there were.
 */
export const removeOrphans = async (
  table: Table,
  items: readonly Item[],
  projections: readonly Projection[],
): Promise<number> => {
  const claims = items.flatMap((item) => claimsOf(item, projections));
  let removed = 0;
  for (let at = 0; at < claims.length; at += together) {
    const group = claims.slice(at, at + together);
    const rows = new Map((await table.getAll(group.map(({ owner }) => owner))).map((item) => [item.pk, item]));
    for (const { owner, isOwn, writes } of group) {
      const item = rows.get(owner.pk);
      const row = item && rowShape.parse(item);
      if (row && isOwn(row)) continue;
      const when = row ? { equals: { rev: row.rev } } : ('absent' as const);
      const still: Write = { check: owner, when, refused: () => new StaleProjection() };
      try {
        await table.transact([still, ...(await writes(table))]);
        removed++;
      } catch (error) {
        // Somebody is at work on it: whoever that is leaves it as it should be.
        if (!(error instanceof StaleProjection)) throw error;
      }
    }
  }
  return removed;
};
