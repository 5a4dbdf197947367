import { type DuplicateReason, duplicateKeys } from '#domain/customers/customer.rules.ts';
import type { Keys } from '#functions/store/keys.ts';
import { ChangedMeanwhile } from '#functions/store/on-current.ts';
import { after, type Item, type Table, type Write } from '#functions/store/table.ts';
import type { CustomerRecord } from './customer-record.ts';

/** More than so many customers under one phone number, say a nursing home's, are no sign of duplicates. */
const mostSharing = 50;
const list = 'duplicates';

export interface SharingChange {
  before?: CustomerRecord | undefined;
  next?: CustomerRecord | undefined;
}

/** Customers that share a value, and a place in the walk through all of them. */
export interface Sharing {
  reason: DuplicateReason;
  ids: string[];
  cursor: string;
}

interface Membership {
  reason: DuplicateReason;
  value: string;
  joins: Set<string>;
  leaves: Set<string>;
}

const name = ({ reason, value }: { reason: DuplicateReason; value: string }): string => `${reason}#${value}`;

const membershipsOf = (changes: readonly SharingChange[]): Membership[] => {
  const found = new Map<string, Membership>();
  const at = (key: { reason: DuplicateReason; value: string }): Membership => {
    const known = found.get(name(key)) ?? { ...key, joins: new Set(), leaves: new Set() };
    found.set(name(key), known);
    return known;
  };
  for (const { before, next } of changes) {
    const old = before ? duplicateKeys(before) : [];
    const now = next ? duplicateKeys(next) : [];
    for (const key of old) if (!now.some((other) => name(other) === name(key))) at(key).leaves.add(before?.id ?? '');
    for (const key of now) if (!old.some((other) => name(other) === name(key))) at(key).joins.add(next?.id ?? '');
  }
  return [...found.values()];
};

const sharedItem = (keys: Keys, key: Membership, ids: readonly string[], rev: number): Item => {
  const item = { ...keys.duplicates(key.reason, key.value), rev };
  if (ids.length > mostSharing) return { ...item, crowded: true };
  if (ids.length < 2) return { ...item, ids };
  // Those that two or more share stand in an index, so that duplicates are found without reading everybody.
  const row = { reason: key.reason, ids };
  return { ...item, ids, gsi1pk: keys.listBucket(list, 'all', ''), gsi1sk: name(key), row };
};

const membershipWrite = (keys: Keys, key: Membership, item: Item | undefined): Write[] => {
  if (item?.crowded) return [];
  const before = (item?.ids ?? []) as string[];
  const ids = [...before.filter((id) => !key.leaves.has(id) && !key.joins.has(id)), ...key.joins];
  const when = item ? { equals: { rev: item.rev } } : ('absent' as const);
  const refused = (): Error => new ChangedMeanwhile();
  if (ids.length === 0) return item ? [{ delete: keys.duplicates(key.reason, key.value), when, refused }] : [];
  return [{ put: sharedItem(keys, key, ids, Number(item?.rev ?? 0) + 1), when, refused }];
};

/**
 * The writes that keep, per phone, e-mail and name with ZIP code, who shares it. Without `assumeNew` they are read
 * first; with it the values are taken to be nobody else's, which saves a round trip and is refused when it is wrong.
 */
export const sharingWrites = async (
  table: Table,
  keys: Keys,
  changes: readonly SharingChange[],
  { assumeNew = false } = {},
): Promise<Write[]> => {
  const memberships = membershipsOf(changes);
  const wanted = memberships.map(({ reason, value }) => keys.duplicates(reason, value));
  const items = new Map((assumeNew ? [] : await table.getAll(wanted)).map((item) => [item.pk, item]));
  return memberships.flatMap((key, at) => membershipWrite(keys, key, items.get(wanted[at]?.pk ?? '')));
};

/** Ids of the customers who share a value; empty when there are too many for it to mean anything. */
export const customersSharing = async (
  table: Table,
  keys: Keys,
  reason: DuplicateReason,
  value: string,
): Promise<string[]> => ((await table.get(keys.duplicates(reason, value)))?.ids ?? []) as string[];

/** Up to `limit` values that two or more customers share, in a fixed order, from behind `cursor` on. */
export const sharedValues = async (
  table: Table,
  keys: Keys,
  cursor: string | undefined,
  limit: number,
): Promise<Sharing[]> => {
  const from = cursor ? `${cursor}\u0001` : '\u0001';
  const items = await table.query({
    pk: keys.listBucket(list, 'all', ''),
    index: 'gsi1',
    between: [from, after('')],
    limit,
  });
  return items.map(({ row, gsi1sk }) => ({ ...(row as Pick<Sharing, 'reason' | 'ids'>), cursor: String(gsi1sk) }));
};
