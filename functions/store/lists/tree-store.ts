import { randomUUID } from 'node:crypto';
import type { Item, Key, Table, Write } from '#functions/store/table.ts';
import {
  type Child,
  changeTree,
  childAt,
  compareKeys,
  countOf,
  emptyRoot,
  isLeaf,
  packedTree,
  rootId,
  type TreeChange,
  type TreeNode,
} from './counted-tree.ts';
import { type KnownNodes, knownNodes } from './known-nodes.ts';

/** Somebody else changed what a projection was about to write: it has to look again. */
export class StaleProjection extends Error {
  override readonly name = 'StaleProjection';
}

type PackedChild = [from: string, node: string, count: number, version: number];

const newId = (): string => `NODE#${randomUUID().slice(0, 18)}`;

/** A node as it is stored: its content is one text, which is read three times as fast as a list of attributes. */
export const nodeItem = (pk: string, node: TreeNode): Item => ({
  pk,
  sk: node.id,
  version: node.version,
  height: node.height,
  node: JSON.stringify(
    isLeaf(node)
      ? node.keys
      : node.children.map(({ from, node: id, count, version }): PackedChild => [from, id, count, version]),
  ),
});

/** The node of an item. */
export const nodeOf = ({ sk: id, version: written, height, node }: Item): TreeNode => {
  const content: unknown[] = JSON.parse(String(node));
  const version = Number(written);
  if (height === 0) return { id, version, height: 0, keys: content.map(String) };
  const children = (content as PackedChild[]).map(
    ([from, child, count, of]): Child => ({ from, node: child, count, version: of }),
  );
  return { id, version, height: Number(height), children };
};

/** Holds at the commit that the root is still the one that was read; version 0 is that of no root at all. */
const rootGuard = (version: number) => ({
  when: version === 0 ? ('absent' as const) : { equals: { version } },
  refused: () => new StaleProjection(),
});

/**
 * One tree as a writer sees it: what it has read, and what it is about to write. Every change writes the root, on the
 * condition that nobody else wrote it since it was read.
 */
export class TreeWriter {
  readonly #table: Table;
  readonly #pk: string;
  readonly #known: KnownNodes | undefined;
  #nodes = new Map<string, TreeNode>();
  #staged: { put: TreeNode[]; gone: string[] } = { put: [], gone: [] };

  /** One that trusts nothing reads every node anew, also those that this process knows by their versions. */
  constructor(table: Table, pk: string, { trustNothing = false } = {}) {
    this.#table = table;
    this.#pk = pk;
    this.#known = trustNothing ? undefined : knownNodes(table);
  }

  /** The key of the root where that is still to be read, for {@link open}. */
  get unread(): Key | undefined {
    return this.#nodes.has(rootId) ? undefined : { pk: this.#pk, sk: rootId };
  }

  /** Takes the root as it was read just now. */
  open(root: Item | undefined): void {
    this.#nodes.set(rootId, root ? nodeOf(root) : emptyRoot);
  }

  /** Reads the nodes on the way to these keys, level by level, where they are not known yet. */
  async load(keys: readonly string[]): Promise<void> {
    if (this.unread) this.open(await this.#table.get(this.unread));
    let level: [node: TreeNode, key: string][] = keys.map((key) => [this.#root(), key]);
    while (level.length) {
      const below = level.flatMap(([node, key]): [Child, string][] => {
        const child = isLeaf(node) ? undefined : node.children[childAt(node, key)];
        return child ? [[child, key]] : [];
      });
      await this.#read(new Map(below.map(([child]) => [child.node, child.version])));
      level = below.map(([child, key]): [TreeNode, string] => {
        const node = this.#nodes.get(child.node);
        // The root that led here is old by now.
        if (!node) throw new StaleProjection();
        return [node, key];
      });
    }
  }

  /**
   * The writes that add and remove these keys, whose ways were loaded. Where the set stays what it is there are none, and
   * with `held` a check that it still is.
   */
  change(change: TreeChange, { held = false } = {}): Write[] {
    this.#staged = changeTree(this.#root(), this.#nodes, change, newId);
    const writes = this.#writesOf(this.#staged);
    const check: Write = { check: { pk: this.#pk, sk: rootId }, ...rootGuard(this.#root().version) };
    return writes.length === 0 && held ? [check] : writes;
  }

  /** What was staged has been written. */
  committed(): void {
    const { put, gone } = this.#staged;
    for (const node of put) {
      this.#nodes.set(node.id, node);
      if (node.id !== rootId) this.#known?.keep(node);
    }
    for (const id of gone) this.#nodes.delete(id);
    this.#staged = { put: [], gone: [] };
  }

  /** What was read may be old: everything is read anew. */
  forget(): void {
    this.#nodes.clear();
    this.#staged = { put: [], gone: [] };
  }

  #root(): TreeNode {
    return this.#nodes.get(rootId) ?? emptyRoot;
  }

  async #read(wanted: ReadonlyMap<string, number>): Promise<void> {
    const unread: Key[] = [];
    for (const [id, version] of wanted) {
      if (this.#nodes.has(id)) continue;
      const known = this.#known?.find(id, version);
      if (known) this.#nodes.set(id, known);
      else unread.push({ pk: this.#pk, sk: id });
    }
    for (const item of await this.#table.getAll(unread)) {
      const node = nodeOf(item);
      this.#nodes.set(node.id, node);
      this.#known?.keep(node);
    }
  }

  #writesOf({ put, gone }: { put: readonly TreeNode[]; gone: readonly string[] }): Write[] {
    if (put.length === 0) return [];
    return [
      // A change of a node is a change of its parent, and so of the root.
      ...put.map((node): Write => {
        const item = nodeItem(this.#pk, node);
        return node.id === rootId ? { put: item, ...rootGuard(this.#root().version) } : { put: item };
      }),
      ...gone.map((sk): Write => ({ delete: { pk: this.#pk, sk } })),
    ];
  }
}

/** Whether every node is there, counted right, in order and in reach; what a reader of the tree relies on. */
export const isWhole = (nodes: readonly TreeNode[]): boolean => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  let reached = 0;
  let last: string | undefined;
  const isSound = (node: TreeNode | undefined, height: number): boolean => {
    reached++;
    if (node?.height !== height) return false;
    if (!isLeaf(node))
      return node.children.every(({ node: id, count, version }) => {
        const child = byId.get(id);
        return (
          child !== undefined && child.version === version && countOf(child) === count && isSound(child, height - 1)
        );
      });
    return node.keys.every((key) => {
      const isBehind = last === undefined || compareKeys(last, key) < 0;
      last = key;
      return isBehind;
    });
  };
  const root = byId.get(rootId);
  return root !== undefined && isSound(root, root.height) && reached === nodes.length;
};

/** All nodes of a tree, as they stand. */
export const treeNodes = async (table: Table, pk: string): Promise<TreeNode[]> =>
  (await table.query({ pk, limit: maxNodes })).map(nodeOf);

/** More nodes than any tree has: a thousand million keys. */
const maxNodes = 1_000_000;
const actionsAtOnce = 100;

const inTransactions = async (table: Table, writes: readonly Write[]): Promise<void> => {
  for (let at = 0; at < writes.length; at += actionsAtOnce) await table.transact(writes.slice(at, at + actionsAtOnce));
};

/**
 * Builds a tree anew from the keys that `make` makes of those in it, as full as nodes can be. New nodes are written
 * first, then the root that leads to them, on the condition that nobody else changed the tree meanwhile (throws
 * {@link StaleProjection}), then the old ones are taken away. `putAll` writes items in a way of its own.
 */
export const rebuildTree = async (
  table: Table,
  pk: string,
  make: (present: readonly string[]) => Iterable<string>,
  putAll = (items: readonly Item[]) =>
    inTransactions(
      table,
      items.map((put) => ({ put })),
    ),
): Promise<void> => {
  const items = await table.query({ pk, limit: maxNodes });
  const current = items.map(nodeOf);
  const version = current.find(({ id }) => id === rootId)?.version ?? 0;
  const present = current.flatMap((node) => (isLeaf(node) ? node.keys : []));
  const nodes = packedTree([...new Set(make(present))].sort(compareKeys), newId);
  await putAll(nodes.filter(({ id }) => id !== rootId).map((node) => nodeItem(pk, node)));
  const root = nodes.find(({ id }) => id === rootId) ?? emptyRoot;
  await table.transact([{ put: nodeItem(pk, { ...root, version: version + 1 }), ...rootGuard(version) }]);
  const old = items.filter(({ sk }) => sk !== rootId).map(({ sk }): Write => ({ delete: { pk, sk } }));
  await inTransactions(table, old);
};
