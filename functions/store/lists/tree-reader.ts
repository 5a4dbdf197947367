import type { Table } from '#functions/store/table.ts';
import {
  type Branch,
  childAt,
  childOfNth,
  countBefore,
  countOf,
  emptyRoot,
  isLeaf,
  NodeMissing,
  placeInLeaf,
  rootId,
  type TreeNode,
} from './counted-tree.ts';
import { knownNodes } from './known-nodes.ts';
import { nodeOf } from './tree-store.ts';

/** Where the nth key is: in a leaf that begins at `from`, with so many of the leaf's keys before and after it. */
interface TreePosition {
  from: string | undefined;
  to: string | undefined;
  before: number;
  behind: number;
}

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
  async positionOf(nth: number): Promise<TreePosition> {
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

  /** The keys from the nth on and before another place, in their order. */
  async keysBetween(from: number, to: number): Promise<string[]> {
    const within = async (node: TreeNode, start: number, end: number): Promise<string[]> => {
      if (isLeaf(node)) return node.keys.slice(start, end);
      let before = 0;
      const parts = node.children.map(({ count }, at) => {
        const first = before;
        before += count;
        return { at, first, count };
      });
      const found = await Promise.all(
        parts
          .filter(({ first, count }) => first < end && first + count > start)
          .map(async ({ at, first }) => within(await this.#child(node, at), Math.max(0, start - first), end - first)),
      );
      return found.flat();
    };
    return within(this.#root, Math.max(0, from), Math.min(to, this.count));
  }

  async #child(branch: Branch, at: number): Promise<TreeNode> {
    const { node: id = '', version = 0 } = branch.children[at] ?? {};
    const known = knownNodes(this.#table);
    const kept = known.find(id, version);
    if (kept) return kept;
    const item = await this.#table.get({ pk: this.#pk, sk: id }, { consistent: this.#consistent });
    // The tree was changed since its root was read.
    if (!item) throw new NodeMissing(id);
    const node = nodeOf(item);
    known.keep(node);
    return node;
  }
}

/** Reads a tree; once more and consistently where it was changed between its root and its leaves. */
export const withTree = async <T>(table: Table, pk: string, read: (tree: TreeReader) => Promise<T>): Promise<T> => {
  try {
    return await read(await TreeReader.open(table, pk));
  } catch (error) {
    if (!(error instanceof NodeMissing)) throw error;
    return read(await TreeReader.open(table, pk, { consistent: true }));
  }
};
