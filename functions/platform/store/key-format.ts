import type { Key } from './write-expression.ts';

/** What every partition key of an organization begins with. */
export const tenantPrefix = (organizationId: string): string => `T#${organizationId}`;

/** A partition key of an organization, taken apart as `keysOf` puts it together: `T#organization#KIND#name#name`. */
export interface Partition {
  readonly organizationId: string;
  readonly kind: string;
  /** What the key names behind its kind: a record, a list and its view, a home. */
  readonly names: readonly string[];
}

/** What a partition key says; undefined for one that is of no organization. */
export const partitionOf = (pk: string): Partition | undefined => {
  const [tenant, organizationId, kind, ...names] = pk.split('#');
  return tenant === 'T' && organizationId && kind ? { organizationId, kind, names } : undefined;
};

/** The record whose own partition this is, `T#organization#KIND#id`; undefined for any other partition. */
export const parseRecordPartition = (pk: string): { organizationId: string; kind: string; id: string } | undefined => {
  const partition = partitionOf(pk);
  const [id, ...more] = partition?.names ?? [];
  if (!partition || !id || more.length) return undefined;
  return { organizationId: partition.organizationId, kind: partition.kind, id };
};

/** One text for a key, by which a ROW and a Map name an item. */
export const keyName = ({ pk, sk }: Key): string => `${pk}\n${sk}`;
/** The key of such a name. */
export const parseKeyName = (name: string): Key => {
  const [pk = '', sk = ''] = name.split('\n');
  return { pk, sk };
};

/**
 * Where reading goes on behind a sort key: no other one lies between it and itself with a blank at its end, and bounds of
 * queries are inclusive.
 */
export const exclusiveStart = (sk: string): string => `${sk} `;

/** A place in an order: whatever it is sorted by, then the record, so that no two are the same. */
export const orderKey = (sortedBy: string, id: string): string => `${sortedBy}#${id}`;
const endOfOrder = (place: string): number => place.lastIndexOf('#');
/** What a place is sorted by, such as a search token. */
export const valueInOrderKey = (place: string): string => place.slice(0, endOfOrder(place));
/** The record that stands at a place. */
export const idInOrderKey = (place: string): string => place.slice(endOfOrder(place) + 1);
