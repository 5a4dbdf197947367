/**
 * A counted B-tree (an order-statistic tree) over a set of keys: it says how many keys there are, which one is the nth,
 * and how many stand before a given one, each by walking from the root to one leaf. Everything here is pure: nodes come
 * loaded, changed nodes go back. functions/store/lists/tree-store.ts reads and writes them.
 *
 * Keys are text and compare by code point, as DynamoDB compares sort keys. A leaf holds keys; a branch holds children,
 * each with the number of keys under it and a separator: the shortest text that sorts after all keys before the child
 * and not after any in it. Adding a key that is there and removing one that is not change nothing.
 */
export interface Leaf {
  id: string;
  /** Rises with every change of the node, so that a reader who knows one by id and version knows it for good. */
  version: number;
  height: 0;
  keys: readonly string[];
}
export interface Branch {
  id: string;
  version: number;
  height: number;
  children: readonly Child[];
}
export interface Child {
  /** Separator; of a node's first child it says nothing. */
  from: string;
  node: string;
  version: number;
  count: number;
}
export type TreeNode = Leaf | Branch;

export const rootId = 'ROOT';
export const largestLeaf = 32;
export const largestBranch = 64;
/** A root over branches may grow further, so that three levels last for millions. */
export const largestRoot = 512;

export const emptyRoot: Leaf = { id: rootId, version: 0, height: 0, keys: [] };

export const isLeaf = (node: TreeNode): node is Leaf => node.height === 0;

// Code units of the astral planes sort below U+E000 to U+FFFF in JavaScript, and above them in UTF-8.
const weight = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);

/** The order of DynamoDB's sort keys. */
export const compareKeys = (a: string, b: string): number => {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x !== y) return weight(x) - weight(y);
  }
  return a.length - b.length;
};

/** The first place of a sorted array whose key does not sort before `key`. */
const firstNotBefore = (length: number, keyAt: (at: number) => string, key: string): number => {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(keyAt(middle), key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** How many keys of a leaf sort before `key`. */
export const placeInLeaf = ({ keys }: Leaf, key: string): number =>
  firstNotBefore(keys.length, (at) => keys[at] ?? '', key);

/** The child of a branch under which a key stands or would stand. */
export const childAt = ({ children }: Branch, key: string): number => {
  const at = firstNotBefore(children.length, (n) => children[n]?.from ?? '', key);
  return children[at]?.from === key ? at : Math.max(0, at - 1);
};

/** How many keys are under a node. */
export const countOf = (node: TreeNode): number =>
  isLeaf(node) ? node.keys.length : node.children.reduce((sum, { count }) => sum + count, 0);

/** How many keys stand under the children before the one at `at`. */
export const countBefore = ({ children }: Branch, at: number): number =>
  children.slice(0, at).reduce((sum, { count }) => sum + count, 0);

/** The child that holds the nth key (from 0) of a branch, and which of the child's keys it is. */
export const childOfNth = ({ children }: Branch, nth: number): { at: number; nth: number } => {
  let left = nth;
  for (let at = 0; at < children.length; at++) {
    const count = children[at]?.count ?? 0;
    if (left < count) return { at, nth: left };
    left -= count;
  }
  return { at: children.length - 1, nth: left };
};

/** The shortest text that sorts after `before` and not after `key`. */
export const separator = (before: string, key: string): string => {
  let at = 0;
  while (at < before.length && before[at] === key[at]) at++;
  // Half of a surrogate pair is no text.
  const end = /[\ud800-\udbff]/.test(key[at] ?? '') ? at + 2 : at + 1;
  return key.slice(0, end);
};

const cut = <T>(all: readonly T[], most: number, full: boolean): T[][] => {
  const pieces = Math.ceil(all.length / most);
  // Keys that only ever come at the end would leave every node but the last one half empty.
  const size = full ? most : Math.ceil(all.length / pieces);
  return Array.from({ length: pieces }, (_, at) => all.slice(at * size, (at + 1) * size));
};

const merged = (keys: readonly string[], added: readonly string[], removed: ReadonlySet<string>): string[] => {
  const kept = removed.size ? keys.filter((key) => !removed.has(key)) : keys;
  const known = new Set(kept);
  const fresh = added.filter((key) => !known.has(key));
  return fresh.length ? [...kept, ...fresh].sort(compareKeys) : [...kept];
};

interface Piece {
  /** Missing for what goes on standing where it stood. */
  from?: string;
  node: TreeNode;
}

interface Part {
  added: string[];
  removed: string[];
}

/** A node that is to be changed was not given. */
export class NodeMissing extends Error {
  override readonly name = 'NodeMissing';
}

export interface TreeChange {
  /** Keys to add, each once and in none of `removed`. */
  added: readonly string[];
  removed: readonly string[];
}

export interface ChangedNodes {
  /** Nodes that are new or not what they were, the root among them. */
  put: TreeNode[];
  /** Ids of nodes that are gone. */
  gone: string[];
}

/**
 * The nodes that change when keys are added and removed; none when the set stays what it is. `loaded` are the root and
 * every node on the way to one of the keys ({@link childAt}), `newId` names nodes that are made.
 */
export const changeTree = (
  root: TreeNode,
  loaded: ReadonlyMap<string, TreeNode>,
  { added, removed }: TreeChange,
  newId: () => string,
): ChangedNodes => {
  const put = new Map<string, TreeNode>();
  const gone: string[] = [];
  const keep = (node: TreeNode): TreeNode => {
    put.set(node.id, node);
    return node;
  };

  /** The first piece of a node goes on standing under its id. */
  const nextOf = ({ id, version }: TreeNode, at: number) =>
    at === 0 ? { id, version: version + 1 } : { id: newId(), version: 1 };

  const leafPieces = (leaf: Leaf, part: Part, isLast: boolean): Piece[] | undefined => {
    const keys = merged(leaf.keys, part.added, new Set(part.removed));
    if (keys.length === leaf.keys.length && keys.every((key, at) => key === leaf.keys[at])) return undefined;
    const atEnd = isLast && placeInLeaf({ ...leaf, keys }, leaf.keys.at(-1) ?? '') >= leaf.keys.length - 1;
    return cut(keys, largestLeaf, atEnd).map((own, at, all) => {
      const before = all[at - 1]?.at(-1);
      const from = before === undefined ? {} : { from: separator(before, own[0] ?? '') };
      return { ...from, node: { ...nextOf(leaf, at), height: 0, keys: own } };
    });
  };

  const branchPieces = (branch: Branch, part: Part, isLast: boolean): Piece[] | undefined => {
    const parts = new Map<number, Part>();
    const partAt = (key: string): Part => {
      const at = childAt(branch, key);
      const known = parts.get(at) ?? { added: [], removed: [] };
      parts.set(at, known);
      return known;
    };
    for (const key of part.added) partAt(key).added.push(key);
    for (const key of part.removed) partAt(key).removed.push(key);
    let changed = false;
    const children = branch.children.flatMap((child, at): Child[] => {
      const own = parts.get(at);
      if (!own) return [child];
      const node = loaded.get(child.node);
      if (!node) throw new NodeMissing(child.node);
      const pieces = piecesOf(node, own, isLast && at === branch.children.length - 1);
      if (!pieces) return [child];
      changed = true;
      if (pieces.length === 0) gone.push(child.node);
      return pieces.map(({ from = child.from, node: piece }) => {
        keep(piece);
        return { from, node: piece.id, version: piece.version, count: countOf(piece) };
      });
    });
    if (!changed) return undefined;
    const most = branch.id === rootId && branch.height > 1 ? largestRoot : largestBranch;
    return cut(children, most, isLast && children.length > branch.children.length).map((own, at) => ({
      ...(at === 0 ? {} : { from: own[0]?.from ?? '' }),
      node: { ...nextOf(branch, at), height: branch.height, children: own },
    }));
  };

  const piecesOf = (node: TreeNode, part: Part, isLast: boolean): Piece[] | undefined =>
    isLeaf(node) ? leafPieces(node, part, isLast) : branchPieces(node, part, isLast);

  const pieces = piecesOf(root, { added: [...added], removed: [...removed] }, true);
  if (!pieces) return { put: [], gone: [] };
  const [first] = pieces;
  const version = root.version + 1;
  if (!first) keep({ ...emptyRoot, version });
  else if (pieces.length === 1) keep(first.node);
  else {
    const children = pieces.map(({ from = '', node }): Child => {
      const own = keep(node.id === rootId ? { ...node, id: newId(), version: 1 } : node);
      return { from, node: own.id, version: own.version, count: countOf(own) };
    });
    keep({ id: rootId, version, height: root.height + 1, children });
  }
  return { put: [...put.values()], gone };
};

/** The nodes of a tree over sorted keys, as full as they can be: for imports and for rebuilding. The root comes last. */
export const packedTree = (keys: readonly string[], newId: () => string): TreeNode[] => {
  const all: TreeNode[] = [];
  let level: { from: string; node: TreeNode }[] = cut(keys, largestLeaf, true).map((own, at) => {
    const before = keys[at * largestLeaf - 1];
    const node: TreeNode = { id: newId(), version: 1, height: 0, keys: own };
    return { from: before === undefined ? '' : separator(before, own[0] ?? ''), node };
  });
  if (level.length === 0) return [emptyRoot];
  for (let height = 1; level.length > 1; height++) {
    all.push(...level.map(({ node }) => node));
    const most = height > 1 && level.length <= largestRoot ? largestRoot : largestBranch;
    const entries = level.map(({ from, node }): Child => ({ from, node: node.id, version: 1, count: countOf(node) }));
    level = cut(entries, most, true).map((children) => ({
      from: children[0]?.from ?? '',
      node: { id: newId(), version: 1, height, children },
    }));
  }
  const [top] = level;
  return top ? [...all, { ...top.node, id: rootId }] : all;
};
