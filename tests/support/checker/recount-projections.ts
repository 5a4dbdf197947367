import { keysOf } from '#functions/store/keys.ts';
import { countOf, isLeaf, rootId, type TreeNode } from '#functions/store/lists/counted-tree.ts';
import {
  copyItem,
  type Projected,
  rowOf,
  rowShape,
  tokenItem,
  treeKeysOf,
} from '#functions/store/lists/projected-row.ts';
import { isReadBy, type Projection } from '#functions/store/lists/projection.ts';
import { isForgotten, sharingItem } from '#functions/store/lists/sharing.ts';
import { nodeOf } from '#functions/store/lists/tree-store.ts';
import { isSame } from '#functions/store/sorted-json.ts';
import type { Item, Key } from '#functions/store/table.ts';

const idOf = ({ pk, sk }: Key): string => `${pk} | ${sk}`;

interface Expected {
  /** By key: rows without their revision, search tokens, copies, and shared values. */
  items: Map<string, Item>;
  /** Per tree the keys that it holds. */
  trees: Map<string, string[]>;
  /** Records of which nothing can be projected. */
  broken: string[];
}

const add = <T>(all: Map<string, T[]>, name: string, one: T): void =>
  void all.set(name, [...(all.get(name) ?? []), one]);

const projectedOf = (project: () => Projected | undefined): Projected | Error | undefined => {
  try {
    return project();
  } catch (error) {
    return error as Error;
  }
};

/** What the projections make of all records. */
const expectedOf = (items: readonly Item[], projections: readonly Projection[]): Expected => {
  const expected: Expected = { items: new Map(), trees: new Map(), broken: [] };
  const byPartition = Map.groupBy(items, ({ pk }) => pk);
  const sharedBy = new Map<string, string[]>();
  const put = (item: Item) => expected.items.set(idOf(item), item);
  for (const [pk, own] of byPartition) {
    const [tenant, organizationId = '', kind, id = '', ...rest] = pk.split('#');
    if (tenant !== 'T' || rest.length) continue;
    const keys = keysOf(organizationId);
    for (const projection of projections.filter((one) => one.kind === kind)) {
      const main = own.find(({ sk }) => sk === projection.main);
      if (!main) continue;
      const hasParts = projection.hasParts?.(main) ?? true;
      const parts = own.filter(({ sk }) => sk !== projection.main && isReadBy(projection, sk));
      const projected = projectedOf(() => projection.project(keys, id, hasParts ? [main, ...parts] : [main]));
      if (projected instanceof Error) expected.broken.push(`${idOf(main)}: ${projected.message}`);
      if (!projected || projected instanceof Error) continue;
      const { list } = projection;
      const row = rowOf(keys, list, id, projected);
      put(rowShape.item(keys.row(list.partition(keys, id)), { ...row, rev: '' }));
      for (const token of projected.tokens) put(tokenItem(keys, list.name, id, token, projected));
      for (const copy of projected.copies ?? []) put(copyItem(list.partition(keys, id), copy));
      for (const [view, key] of treeKeysOf(keys, list.name, row)) add(expected.trees, keys.tree(list.name, view), key);
      for (const shared of projected.shared ?? []) {
        const key = idOf(keys.sharing(list.name, shared.reason, shared.value));
        add(sharedBy, key, id);
        const ids = [...new Set(sharedBy.get(key))].sort();
        expected.items.set(key, sharingItem(keys, list.name, shared, ids, ''));
      }
    }
  }
  return expected;
};

const isDerived = (lists: ReadonlySet<string>, copies: ReadonlySet<string>, { pk, sk }: Item): boolean => {
  const [, , kind, list = ''] = pk.split('#');
  return sk === 'ROW' || copies.has(sk.split('#')[0] ?? '') || ((kind === 'S' || kind === 'DUP') && lists.has(list));
};

/** A tree holds what it should, in order, counted right, and nothing is out of its reach. */
function* trees(items: readonly Item[], lists: ReadonlySet<string>, expected: Expected['trees']): Generator<string> {
  const found = Map.groupBy(
    items.filter(({ pk }) => {
      const [, , kind, list = ''] = pk.split('#');
      return kind === 'TREE' && lists.has(list);
    }),
    ({ pk }) => pk,
  );
  for (const pk of new Set([...expected.keys(), ...found.keys()])) {
    const nodes = new Map((found.get(pk) ?? []).map((item) => [item.sk, nodeOf(item)]));
    const seen = new Set<string>();
    const problems: string[] = [];
    const keysUnder = (node: TreeNode): string[] => {
      seen.add(node.id);
      if (isLeaf(node)) return [...node.keys];
      return node.children.flatMap(({ node: id, count }) => {
        const child = nodes.get(id);
        if (!child) {
          problems.push(`${pk} | ${id}: tree node is missing`);
          return [];
        }
        if (countOf(child) !== count) problems.push(`${pk} | ${id}: counted ${count}, and has ${countOf(child)}`);
        return keysUnder(child);
      });
    };
    const root = nodes.get(rootId);
    const keys = root ? keysUnder(root) : [];
    yield* problems;
    for (const id of nodes.keys()) if (!seen.has(id)) yield `${pk} | ${id}: tree node is out of reach`;
    const wanted = new Set(expected.get(pk) ?? []);
    for (const key of keys) if (!wanted.delete(key)) yield `${pk}: tree holds ${key}, which stands nowhere`;
    for (const key of wanted) yield `${pk}: tree lacks ${key}`;
  }
}

/** What something derived is, by its key. */
const kindOf = ({ pk, sk }: Item): string => {
  const [, , kind] = pk.split('#');
  return sk === 'ROW' ? 'row' : kind === 'S' ? 'search token' : kind === 'DUP' ? 'shared value' : 'copy';
};

/** everything that stands beside the records is what the projections make of them, and nothing else does. */
export function* recountProjections(items: readonly Item[], projections: readonly Projection[]): Generator<string> {
  const expected = expectedOf(items, projections);
  yield* expected.broken;
  const lists = new Set(projections.map(({ list }) => list.name));
  const copies = new Set(projections.flatMap(({ copies: names = [] }) => names));
  const found = new Map(items.filter((item) => isDerived(lists, copies, item)).map((item) => [idOf(item), item]));
  for (const [id, item] of found) {
    const wanted = expected.items.get(id);
    // Too many to know: of whoever left since, nothing is kept.
    if (isForgotten(item)) continue;
    if (!wanted) yield `${id}: ${kindOf(item)} of nothing`;
    else if (!isSame({ ...item, rev: '' }, { ...wanted, rev: '' })) yield `${id}: ${kindOf(item)} is stale`;
  }
  for (const [id, item] of expected.items)
    if (!found.has(id) && (item.ids as string[] | undefined)?.length !== 0) yield `${id}: ${kindOf(item)} is missing`;
  yield* trees(items, lists, expected.trees);
}
