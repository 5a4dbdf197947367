import { randomUUID } from 'node:crypto';
import type { Keys } from '#functions/store/keys.ts';
import { after, type Item, type Key, type Table, type Write } from '#functions/store/table.ts';
import { type Shared, sharedName, sharedOf } from './projected-row.ts';
import { StaleProjection } from './tree-store.ts';

/** More than so many records under one value, say a nursing home's phone number, mean nothing. */
const maxSharing = 50;
/**
 * Who shares a crowded value is known up to so many, 20 kB of ids, so that it means something again once enough have left.
 * Of one that even more share, only a reindex finds out who they still are.
 */
const maxKnown = 500;

/** Who joins and who leaves a shared value. */
export interface SharingChange {
  shared: Shared;
  joins: Set<string>;
  leaves: Set<string>;
  /** That somebody who joins is known already is checked at the commit. */
  held?: boolean;
}

const walkPartition = (keys: Keys, list: string): string => keys.listView(list, 'shared');

/** The item of a shared value; it stands in the index from two records on, so that those are found without reading all. */
export const sharingItem = (keys: Keys, list: string, shared: Shared, ids: readonly string[], rev: string): Item => {
  const item = { ...keys.sharing(list, shared.reason, shared.value), rev };
  if (ids.length > maxKnown) return { ...item, crowded: true };
  if (ids.length > maxSharing) return { ...item, crowded: true, crowd: ids };
  if (ids.length < 2) return { ...item, ids };
  const row = { reason: shared.reason, ids };
  return { ...item, ids, gsi1pk: walkPartition(keys, list), gsi1sk: sharedName(shared), row };
};

/** Whether an item is a shared value of which it is not known who shares it. */
export const isForgotten = ({ crowded, crowd }: Item): boolean => crowded === true && crowd === undefined;

/** While a reindex finds out who shares a crowded value, it stays crowded, however few have joined so far. */
const countingItem = (key: Key, crowd: readonly string[]): Item => ({
  ...key,
  ...{ rev: randomUUID(), crowded: true, counting: true, crowd },
});

const changeOf = (item: Item, put: Write): Write => ({
  ...put,
  when: { equals: { rev: item.rev } },
  refused: () => new StaleProjection(),
});

/** For the beginning of a reindex: who shares a value is found out anew; undefined where it is known. */
export const recountWrite = (item: Item): Write | undefined =>
  isForgotten(item) ? changeOf(item, { put: countingItem({ pk: item.pk, sk: item.sk }, []) }) : undefined;

/** The value that an item is about. */
export const sharedIn = (keys: Keys, list: string, { pk }: Key): Shared =>
  sharedOf(pk.slice(keys.sharing(list, '', '').pk.length - 1));

/** For the end of a reindex: the value means what those who share it make of it; undefined where it does already. */
export const recountedWrite = (keys: Keys, list: string, item: Item): Write | undefined => {
  if (!item.counting) return undefined;
  const ids = item.crowd as string[];
  if (ids.length === 0) return changeOf(item, { delete: { pk: item.pk, sk: item.sk } });
  return changeOf(item, { put: sharingItem(keys, list, sharedIn(keys, list, item), ids, randomUUID()) });
};

/** The item that a change is about. */
export const sharingKey = (keys: Keys, list: string, { shared }: SharingChange): Key =>
  keys.sharing(list, shared.reason, shared.value);

/** The writes that let records join and leave shared values, guarded by their items as they were read just now, by pk. */
export const sharingWrites = (
  keys: Keys,
  list: string,
  changes: readonly SharingChange[],
  items: ReadonlyMap<string, Item>,
): Write[] =>
  changes.flatMap((change): Write[] => {
    const { shared, joins, leaves, held } = change;
    const key = sharingKey(keys, list, change);
    const item = items.get(key.pk);
    // More than are known: who leaves now says nothing of how many are left.
    if (item && isForgotten(item)) return [];
    const before = (item?.ids ?? item?.crowd ?? []) as string[];
    const ids = [...new Set([...before.filter((id) => !leaves.has(id)), ...joins])].sort();
    const when = item ? { equals: { rev: item.rev } } : ('absent' as const);
    const refused = (): Error => new StaleProjection();
    if (ids.join() === before.join()) return held && joins.size > 0 ? [{ check: key, when, refused }] : [];
    if (item?.counting && ids.length <= maxKnown) return [{ put: countingItem(key, ids), when, refused }];
    if (ids.length === 0) return item ? [{ delete: key, when, refused }] : [];
    return [{ put: sharingItem(keys, list, shared, ids, randomUUID()), when, refused }];
  });

/** Ids of the records that share these values, each once; none of a value that too many share. */
export const recordsSharing = async (
  table: Table,
  keys: Keys,
  list: string,
  values: readonly Shared[],
): Promise<string[]> => {
  const items = await table.getAll(values.map(({ reason, value }) => keys.sharing(list, reason, value)));
  return [...new Set(items.flatMap(({ ids }) => (ids ?? []) as string[]))];
};

/** Records that share a value, and a place in the walk through all of them. */
export interface Sharing {
  reason: string;
  ids: string[];
  cursor: string;
}

/** Up to `limit` values that two or more records share, in a fixed order, from behind `cursor` on. */
export const sharedValues = async (
  table: Table,
  keys: Keys,
  list: string,
  cursor: string | undefined,
  limit: number,
): Promise<Sharing[]> => {
  const items = await table.query({
    pk: walkPartition(keys, list),
    index: 'gsi1',
    between: [cursor ? `${cursor}\u0001` : '\u0001', after('')],
    limit,
  });
  return items.map(({ row, gsi1sk }) => ({ ...(row as Pick<Sharing, 'reason' | 'ids'>), cursor: String(gsi1sk) }));
};
