import type { Table } from '#functions/store/table.ts';
import type { TreeNode } from './counted-tree.ts';

/** Some megabytes at most. */
const maxKnown = 2_000;

/**
 * Nodes of counted trees that this process has read or written, those that were asked for last: whoever names one by id
 * and version need not read it. Under one version a node never says two things, since a node changes only together with
 * its root, and that on the condition that nobody else changed it.
 */
export class KnownNodes {
  readonly #nodes = new Map<string, TreeNode>();

  find(id: string, version: number): TreeNode | undefined {
    const node = this.#nodes.get(id);
    if (node?.version !== version) return undefined;
    this.keep(node);
    return node;
  }

  /** Of a node that has been read, or whose writing has committed. */
  keep(node: TreeNode): void {
    this.#nodes.delete(node.id);
    this.#nodes.set(node.id, node);
    if (this.#nodes.size > maxKnown) this.#nodes.delete(this.#nodes.keys().next().value ?? '');
  }
}

const ofTables = new WeakMap<Table, KnownNodes>();
export const knownNodes = (table: Table): KnownNodes => {
  const known = ofTables.get(table) ?? new KnownNodes();
  ofTables.set(table, known);
  return known;
};
