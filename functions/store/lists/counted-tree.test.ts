import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { long } from '#tests/support/length.ts';
import {
  type Branch,
  changeTree,
  childAt,
  childOfNth,
  compareKeys,
  countBefore,
  countOf,
  emptyRoot,
  isLeaf,
  largestBranch,
  largestLeaf,
  NodeMissing,
  packedTree,
  placeInLeaf,
  rootId,
  separator,
  type TreeNode,
} from './counted-tree.ts';

/** A tree in memory that gives changes only the nodes on the way to their keys, as the store does. */
const treeInMemory = () => {
  const nodes = new Map<string, TreeNode>([[rootId, emptyRoot]]);
  let made = 0;
  const newId = () => `n${++made}`;
  const root = () => nodes.get(rootId) as TreeNode;
  const way = (key: string): TreeNode[] => {
    const found = [root()];
    for (let node = root(); !isLeaf(node); ) {
      node = nodes.get((node as Branch).children[childAt(node, key)]?.node ?? '') as TreeNode;
      found.push(node);
    }
    return found;
  };
  const walk = (node: TreeNode): string[] =>
    isLeaf(node) ? [...node.keys] : node.children.flatMap(({ node: id }) => walk(nodes.get(id) as TreeNode));
  return {
    nodes,
    root,
    change(added: string[], removed: string[]) {
      const loaded = new Map([...added, ...removed].flatMap(way).map((node) => [node.id, node]));
      const { put, gone } = changeTree(root(), loaded, { added, removed }, newId);
      for (const node of put) nodes.set(node.id, node);
      for (const id of gone) nodes.delete(id);
      return put;
    },
    load(packed: TreeNode[]) {
      nodes.clear();
      for (const node of packed) nodes.set(node.id, node);
    },
    newId,
    keys: () => walk(root()),
    nth(n: number): string | undefined {
      let [node, left] = [root(), n];
      while (!isLeaf(node)) {
        const { at, nth } = childOfNth(node, left);
        [node, left] = [nodes.get(node.children[at]?.node ?? '') as TreeNode, nth];
      }
      return node.keys[left];
    },
    rank(key: string): number {
      let [node, before] = [root(), 0];
      while (!isLeaf(node)) {
        const at = childAt(node, key);
        before += countBefore(node, at);
        node = nodes.get(node.children[at]?.node ?? '') as TreeNode;
      }
      return before + placeInLeaf(node, key);
    },
    /** Every count is that of what is under it, no node is too large, none is out of reach. */
    check() {
      const seen = new Set<string>();
      const visit = (node: TreeNode, height: number): void => {
        seen.add(node.id);
        expect(node.height).toBe(height);
        if (isLeaf(node)) {
          expect(node.keys.length).toBeLessThanOrEqual(largestLeaf);
          return;
        }
        if (node.id !== rootId || node.height === 1) expect(node.children.length).toBeLessThanOrEqual(largestBranch);
        for (const { node: id, count, version } of node.children) {
          const child = nodes.get(id) as TreeNode;
          expect(countOf(child)).toBe(count);
          expect(child.version).toBe(version);
          expect(count).toBeGreaterThan(0);
          visit(child, height - 1);
        }
      };
      visit(root(), root().height);
      expect(seen.size).toBe(nodes.size);
    },
  };
};

const sorted = (keys: Iterable<string>): string[] => [...keys].sort(compareKeys);
const numbered = (count: number, of = (n: number) => String(n).padStart(7, '0')): string[] =>
  Array.from({ length: count }, (_, n) => of(n));

describe('a counted B-tree', () => {
  // Few letters, so that keys share beginnings, repeat, and are beginnings of each other; some of them are astral.
  const key = fc.string({ unit: fc.constantFrom('a', 'b', '#', '\uffee', '😀', '𝒜'), minLength: 1, maxLength: 6 });
  const step = fc.record({
    added: fc.uniqueArray(key, { maxLength: 60 }),
    removed: fc.uniqueArray(key, { maxLength: 40 }),
  });

  it('holds, counts, ranks and finds what a sorted array does, whatever is added, removed or repeated', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), fc.array(key, { maxLength: 20 }), (steps, asked) => {
        const tree = treeInMemory();
        const expected = new Set<string>();
        for (const { added, removed } of steps) {
          const fresh = added.filter((one) => !removed.includes(one));
          tree.change(fresh, removed);
          for (const one of removed) expected.delete(one);
          for (const one of fresh) expected.add(one);
          expect(tree.keys()).toEqual(sorted(expected));
        }
        tree.check();
        const all = sorted(expected);
        expect(countOf(tree.root())).toBe(all.length);
        all.forEach((one, n) => {
          expect(tree.nth(n)).toBe(one);
          expect(tree.rank(one)).toBe(n);
        });
        for (const one of asked) expect(tree.rank(one)).toBe(all.filter((other) => compareKeys(other, one) < 0).length);
      }),
      { numRuns: long ? 400 : 20 },
    );
  });

  it('grows to three levels and shrinks to nothing again', () => {
    const tree = treeInMemory();
    const keys = numbered(9000);
    const shuffled = keys.map((_, n) => keys[(n * 4001) % keys.length] as string);
    for (let at = 0; at < shuffled.length; at += 100) tree.change(shuffled.slice(at, at + 100), []);
    tree.check();
    expect(tree.root().height).toBe(2);
    expect(tree.keys()).toEqual(keys);
    for (let at = 0; at < shuffled.length; at += 100) tree.change([], shuffled.slice(at, at + 100));
    expect([...tree.nodes.values()]).toEqual([{ ...emptyRoot, version: expect.any(Number) }]);
  });

  it('leaves full nodes behind where keys only come at the end', () => {
    const tree = treeInMemory();
    for (const one of numbered(3200)) tree.change([one], []);
    tree.check();
    const leaves = [...tree.nodes.values()].filter(isLeaf);
    expect(leaves).toHaveLength(100);
  });

  it('changes one node a level for one key, and none for a key that is there already', () => {
    const tree = treeInMemory();
    tree.load(packedTree(numbered(100_000), tree.newId));
    expect(tree.root().height).toBe(2);
    // Packed nodes are full: the first key splits a leaf and its branch.
    expect(tree.change(['0050000x'], []).length).toBe(5);
    expect(tree.change(['0050000y'], []).length).toBe(3);
    expect(tree.change(['0050000x'], ['absent'])).toEqual([]);
    expect(tree.change([], ['0050000x']).length).toBe(3);
  });

  it.each([0, 1, 32, 33, 2048, 2049, 70_000])('packs %i keys as full as nodes can be', (count) => {
    const tree = treeInMemory();
    tree.load(packedTree(numbered(count), tree.newId));
    tree.check();
    expect(countOf(tree.root())).toBe(count);
    expect(
      [...tree.nodes.values()].filter((node) => isLeaf(node) && node.keys.length < largestLeaf).length,
    ).toBeLessThanOrEqual(1);
    for (let n = 0; n < count; n += 997) expect(tree.rank(tree.nth(n) as string)).toBe(n);
  });

  it('keeps separators short, and says which node is missing', () => {
    expect(separator('2026-11-22T00:29:21.120Z#0190', '2026-11-22T00:29:22.003Z#0190')).toBe('2026-11-22T00:29:22');
    expect(separator('smith', 'smith-ann')).toBe('smith-');
    expect(separator('a😀', 'a😁b')).toBe('a😁');
    const tree = treeInMemory();
    tree.load(packedTree(numbered(100), tree.newId));
    expect(() => changeTree(tree.root(), new Map(), { added: ['x'], removed: [] }, tree.newId)).toThrow(NodeMissing);
  });

  it('orders keys as DynamoDB does, astral letters last', () => {
    expect(sorted(['😀', '\uffee', 'b', 'a', 'ab'])).toEqual(['a', 'ab', 'b', '\uffee', '😀']);
    const letter = fc.oneof(fc.integer({ min: 1, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }));
    const text = fc.array(letter, { maxLength: 6 }).map((points) => String.fromCodePoint(...points));
    fc.assert(
      fc.property(text, text, text, (beginning, a, b) => {
        const [x, y] = [beginning + a, beginning + b];
        expect(Math.sign(compareKeys(x, y))).toBe(Buffer.compare(Buffer.from(x), Buffer.from(y)));
      }),
    );
  });
});
