import { randomUUID } from 'node:crypto';
import {
  type Branch,
  type Child,
  changeTree,
  childAt,
  childOfNth,
  compareKeys,
  countBefore,
  countOf,
  emptyRoot,
  isLeaf,
  NodeMissing,
  packedTree,
  placeInLeaf,
  rootId,
  type TreeChange,
  type TreeNode,
} from './counted-tree.ts';
import type { Item, Table, Write } from './table.ts';

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
 * condition that nobody else wrote it since it was read; so nodes need no versions of their own.
 */
export class TreeWriter {
  readonly #table: Table;
  readonly #pk: string;
  #nodes = new Map<string, TreeNode>();
  #staged: { put: TreeNode[]; gone: string[] } = { put: [], gone: [] };

  constructor(table: Table, pk: string) {
    this.#table = table;
    this.#pk = pk;
  }

  /** Reads the nodes on the way to these keys, level by level, where they are not known yet. */
  async load(keys: readonly string[]): Promise<void> {
    if (!this.#nodes.has(rootId)) {
      const root = await this.#table.get({ pk: this.#pk, sk: rootId });
      this.#nodes.set(rootId, root ? nodeOf(root) : emptyRoot);
    }
    let level: [node: TreeNode, key: string][] = keys.map((key) => [this.#root(), key]);
    while (level.length) {
      const below = level.flatMap(([node, key]): [string, string][] => {
        if (isLeaf(node)) return [];
        return [[node.children[childAt(node, key)]?.node ?? '', key]];
      });
      await this.#read([...new Set(below.map(([id]) => id))].filter((id) => !this.#nodes.has(id)));
      level = below.map(([id, key]): [TreeNode, string] => {
        const node = this.#nodes.get(id);
        // The root that led here is old by now.
        if (!node) throw new StaleProjection();
        return [node, key];
      });
    }
  }

  /** The writes that add and remove these keys, whose ways were loaded; none when the set stays what it is. */
  change(change: TreeChange): Write[] {
    this.#staged = changeTree(this.#root(), this.#nodes, change, newId);
    return this.#writesOf(this.#staged);
  }

  /** What was staged has been written. */
  committed(): void {
    const { put, gone } = this.#staged;
    for (const node of put) this.#nodes.set(node.id, node);
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

  async #read(ids: readonly string[]): Promise<void> {
    for (const item of await this.#table.getAll(ids.map((sk) => ({ pk: this.#pk, sk })))) {
      const node = nodeOf(item);
      this.#nodes.set(node.id, node);
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

/** Where the nth key is: in a leaf that begins at `from`, with so many of the leaf's keys before and after it. */
export interface Place {
  from: string | undefined;
  to: string | undefined;
  before: number;
  behind: number;
}

/** Nodes that were read, the latest ones, some megabytes at most: whoever names one by id and version need not read it again. */
const maxKnown = 1_000;
const readNodes = new WeakMap<Table, Map<string, TreeNode>>();
const knownNodes = (table: Table): Map<string, TreeNode> => {
  const known = readNodes.get(table) ?? new Map<string, TreeNode>();
  readNodes.set(table, known);
  return known;
};

/** One tree as a reader of a page sees it, from the root that was read when it was opened. */
export class TreeReader {
  readonly #table: Table;
  readonly #pk: string;
  readonly #root: TreeNode;
  readonly #consistent: boolean;

  private constructor(table: Table, pk: string, root: TreeNode, consistent: boolean) {
    this.#table = table;
    this.#pk = pk;
    this.#root = root;
    this.#consistent = consistent;
  }

  static async open(table: Table, pk: string, { consistent = false } = {}): Promise<TreeReader> {
    const root = await table.get({ pk, sk: rootId }, { consistent });
    return new TreeReader(table, pk, root ? nodeOf(root) : emptyRoot, consistent);
  }

  /** How many keys there are. */
  get count(): number {
    return countOf(this.#root);
  }

  /** How many keys sort before this one. */
  async rank(key: string): Promise<number> {
    let node = this.#root;
    let before = 0;
    while (!isLeaf(node)) {
      const at = childAt(node, key);
      before += countBefore(node, at);
      node = await this.#child(node, at);
    }
    return before + placeInLeaf(node, key);
  }

  /** The leaf of the nth key, from 0, without reading it: at most one read a level between the root and the leaves. */
  async placeOf(nth: number): Promise<Place> {
    let node = this.#root;
    let left = nth;
    let [from, to]: [string | undefined, string | undefined] = [undefined, undefined];
    while (!isLeaf(node)) {
      const { at, nth: inner } = childOfNth(node, left);
      if (at > 0) from = node.children[at]?.from;
      to = node.children[at + 1]?.from ?? to;
      left = inner;
      if (node.height === 1) return { from, to, before: left, behind: (node.children[at]?.count ?? 0) - 1 - left };
      node = await this.#child(node, at);
    }
    return { from, to, before: left, behind: node.keys.length - 1 - left };
  }

  async #child(branch: Branch, at: number): Promise<TreeNode> {
    const { node: id = '', version = 0 } = branch.children[at] ?? {};
    const known = knownNodes(this.#table);
    const kept = known.get(id);
    if (kept?.version === version) return kept;
    const item = await this.#table.get({ pk: this.#pk, sk: id }, { consistent: this.#consistent });
    // The tree was changed since its root was read.
    if (!item) throw new NodeMissing(id);
    const node = nodeOf(item);
    known.delete(id);
    known.set(id, node);
    if (known.size > maxKnown) known.delete(known.keys().next().value ?? '');
    return node;
  }
}
