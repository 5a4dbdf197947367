import { randomUUID } from 'node:crypto';
import type { Keys } from './keys.ts';
import { type Shared, sharedName } from './projected.ts';
import { after, type Item, type Key, type Table, type Write } from './table.ts';
import { StaleProjection } from './tree-store.ts';

/** More than so many records under one value, say a nursing home's phone number, mean nothing. */
const maxSharing = 50;

/** Who joins and who leaves a shared value. */
export interface SharingChange {
  shared: Shared;
  joins: Set<string>;
  leaves: Set<string>;
}

const walkPartition = (keys: Keys, list: string): string => keys.listView(list, 'shared');

/** The item of a shared value; it stands in the index from two records on, so that those are found without reading all. */
export const sharingItem = (keys: Keys, list: string, shared: Shared, ids: readonly string[], rev: string): Item => {
  const item = { ...keys.sharing(list, shared.reason, shared.value), rev };
  if (ids.length > maxSharing) return { ...item, crowded: true };
  if (ids.length < 2) return { ...item, ids };
  const row = { reason: shared.reason, ids };
  return { ...item, ids, gsi1pk: walkPartition(keys, list), gsi1sk: sharedName(shared), row };
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
    const { shared, joins, leaves } = change;
    const key = sharingKey(keys, list, change);
    const item = items.get(key.pk);
    // Too many once are too many for good: who they were is not known any more.
    if (item?.crowded) return [];
    const before = (item?.ids ?? []) as string[];
    const ids = [...new Set([...before.filter((id) => !leaves.has(id)), ...joins])].sort();
    if (ids.join() === before.join()) return [];
    const when = item ? { equals: { rev: item.rev } } : ('absent' as const);
    const refused = (): Error => new StaleProjection();
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
