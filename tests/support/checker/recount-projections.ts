import { keysOf } from '#functions/platform/store/keys.ts';
import { compareKeys, lowest } from '#functions/platform/store/lists/bucket-counters.ts';
import {
  copyItem,
  countedIn,
  isReadBy,
  lookupItems,
  type Projected,
  type Projection,
  rowOf,
  rowSchema,
} from '#functions/platform/store/lists/projection.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import type { Item, Key } from '#functions/platform/store/table.ts';

const idOf = ({ pk, sk }: Key): string => `${pk} | ${sk}`;

interface Expected {
  /** By key: rows without revision, lookup items, and copies. */
  items: Map<string, Item>;
  views: Map<string, string[]>;
  broken: string[];
}

const projectedOf = (project: () => Projected | undefined): Projected | Error | undefined => {
  try {
    return project();
  } catch (error) {
    return error as Error;
  }
};

const expectedOf = (items: readonly Item[], projections: readonly Projection[]): Expected => {
  const expected: Expected = { items: new Map(), views: new Map(), broken: [] };
  const put = (item: Item) => expected.items.set(idOf(item), item);
  for (const [pk, own] of Map.groupBy(items, (item) => item.pk)) {
    const [tenant, organizationId = '', kind, id = '', ...rest] = pk.split('#');
    if (tenant !== 'T' || rest.length) continue;
    const keys = keysOf(organizationId);
    for (const projection of projections.filter((projection) => projection.kind === kind)) {
      const main = own.find(({ sk }) => sk === projection.main);
      if (!main) continue;
      const hasParts = projection.hasParts?.(main) ?? true;
      const parts = own.filter(({ sk }) => sk !== projection.main && isReadBy(projection, sk));
      const projected = projectedOf(() => projection.project(keys, id, hasParts ? [main, ...parts] : [main]));
      if (projected instanceof Error) expected.broken.push(`${idOf(main)}: ${projected.message}`);
      if (!projected || projected instanceof Error) continue;
      const { list } = projection;
      const row = rowOf(keys, list, id, projected);
      put(rowSchema.item(keys.row(list.partition(keys, id)), { ...row, rev: '' }));
      for (const item of lookupItems(keys, row)) put(item);
      for (const copy of projected.copies ?? []) put(copyItem(list.partition(keys, id), copy));
      for (const { view, key } of countedIn(row).values())
        expected.views.set(view.pk, [...(expected.views.get(view.pk) ?? []), key]);
    }
  }
  return expected;
};

const kindOf = (
  { pk, sk, of }: Item,
  lists: ReadonlySet<string>,
  copies: ReadonlySet<string>,
): 'row' | 'copy' | 'search token' | 'shared value' | 'bucket' | undefined => {
  const [, , kind = '', list = ''] = pk.split('#');
  if (sk === 'ROW') return 'row';
  // A record of the same kind that nothing projects has no owner.
  if (of !== undefined && copies.has(sk.split('#')[0] ?? '')) return 'copy';
  if (!lists.has(list)) return undefined;
  return ({ S: 'search token', SHARED: 'shared value', L: 'bucket' } as const)[kind];
};

/** A view's buckets are contiguous, and each counts its rows. */
function* buckets(pk: string, found: readonly Item[], keys: readonly string[]): Generator<string> {
  const sorted = found.toSorted((a, b) => compareKeys(a.sk, b.sk));
  if (keys.length && sorted[0]?.sk !== lowest) yield `${pk}: its first bucket is missing`;
  for (const [at, { sk, hi, n }] of sorted.entries()) {
    if (hi !== sorted[at + 1]?.sk) yield `${pk} | ${sk}: bucket ends at ${hi}, the next one begins elsewhere`;
    const own = keys.filter(
      (key) => compareKeys(key, sk) >= 0 && (hi === undefined || compareKeys(key, String(hi)) < 0),
    );
    if (Number(n) !== own.length) yield `${pk} | ${sk}: bucket counts ${n} rows, and has ${own.length}`;
  }
}

/** the derived items are exactly the projections of the records. */
export function* recountProjections(items: readonly Item[], projections: readonly Projection[]): Generator<string> {
  const expected = expectedOf(items, projections);
  yield* expected.broken;
  const lists = new Set(projections.map(({ list }) => list.name));
  const copies = new Set(projections.flatMap(({ copies: names = [] }) => names));
  const byKind = Map.groupBy(items, (item) => kindOf(item, lists, copies));
  const found = new Map<string, Item>();
  for (const kind of ['row', 'copy', 'search token', 'shared value'] as const)
    for (const item of byKind.get(kind) ?? []) {
      found.set(idOf(item), item);
      const wanted = expected.items.get(idOf(item));
      if (!wanted) yield `${idOf(item)}: ${kind} of nothing`;
      else if (!isSame({ ...item, rev: '' }, { ...wanted, rev: '' })) yield `${idOf(item)}: ${kind} is stale`;
    }
  for (const [id, item] of expected.items) if (!found.has(id)) yield `${id}: ${kindOf(item, lists, copies)} is missing`;
  const byView = Map.groupBy(byKind.get('bucket') ?? [], ({ pk }) => pk);
  for (const pk of new Set([...byView.keys(), ...expected.views.keys()]))
    yield* buckets(pk, byView.get(pk) ?? [], expected.views.get(pk) ?? []);
}
