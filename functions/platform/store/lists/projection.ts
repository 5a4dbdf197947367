import { parseRecordPartition } from '#functions/platform/store/key-format.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import type { Item, Key } from '#functions/platform/store/table.ts';
import type { ListDefinition } from './list-definition.ts';
import type { Projected } from './projected-row.ts';

/**
 * What is derived from one kind of record, and from which of its items. The same `project` serves the projector behind
 * the stream, the reindex command and the checker of the tests, so it reads nothing and knows no clock.
 */
export interface Projection {
  list: ListDefinition;
  /** Third part of the partition keys of these records: `T#organization#KIND#id`. */
  kind: string;
  /** Partition of the record's own items, where its ROW for this list stands in another: a second list of a kind. */
  items?: (keys: Keys, id: string) => string;
  /** Sort key of the record's main item. */
  main: string;
  /** What sort keys of its other items start with. */
  parts: readonly string[];
  /** What sort keys of its copies under other records' keys start with, up to the first `#`. */
  copies?: readonly string[];
  /** Whether a record with this main item may have others at all; true unless stated. */
  hasParts?: (main: Item) => boolean;
  /** Undefined for a record that stands in no list and is found by no search. `items` are the main one and the parts. */
  project: (keys: Keys, id: string, items: readonly Item[]) => Projected | undefined;
}

/** One record to project. */
export interface RecordRef {
  organizationId: string;
  projection: Projection;
  id: string;
}

/** Whether this sort key is one that a projection reads. */
export const isReadBy = ({ main, parts }: Projection, sk: string): boolean =>
  sk === main || parts.some((part) => sk.startsWith(part));

/** The partition of the items that a record is projected from. */
export const itemsOf = ({ items, list }: Projection, keys: Keys, id: string): string =>
  (items ?? list.partition)(keys, id);

/** The record that an item is a part of, once for each of its lists; none for an item that no projection reads. */
export const recordsOf = (projections: readonly Projection[], { pk, sk }: Key): RecordRef[] => {
  const record = parseRecordPartition(pk);
  if (!record) return [];
  const { organizationId, kind, id } = record;
  return projections
    .filter((one) => one.kind === kind && isReadBy(one, sk))
    .map((projection) => ({ organizationId, projection, id }));
};

/** The records whose ROW, or what is left of it, stands in a partition. */
export const recordsWithRowIn = (projections: readonly Projection[], pk: string): RecordRef[] => {
  const record = parseRecordPartition(pk);
  if (!record) return [];
  const { organizationId, id } = record;
  return projections
    .filter(({ list }) => list.partition(keysOf(organizationId), id) === pk)
    .map((projection) => ({ organizationId, projection, id }));
};

/** Names a record among all. */
export const refName = ({ organizationId, projection, id }: RecordRef): string =>
  `${organizationId} ${projection.list.name} ${id}`;
