import { createHash } from 'node:crypto';
import * as z from 'zod';
import {
  exclusiveStart,
  idInOrderKey,
  keyName,
  orderKey,
  parseRecordPartition,
  valueInOrderKey,
} from '#functions/platform/store/key-format.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { type IndexName, type Item, type Key, prefixEnd, type Table } from '#functions/platform/store/table.ts';
import { sortedJson } from '../sorted-json.ts';
import { storedSchema } from '../stored-schema.ts';
import { highest, lowest, type View } from './bucket-counters.ts';
import { type ListDefinition, type Row, viewsOfRow } from './list-definition.ts';
import { type Addend, addendsText } from './sums.ts';

/** A value that records of one list may share, such as a phone number. */
export interface Shared {
  reason: string;
  value: string;
}

/** Everything projected from one record; it depends only on the record's own items. */
export interface Projected {
  row: Row;
  tokens: readonly string[];
  /** Words that narrow a search but are not indexed. */
  tested?: readonly string[];
  order: string;
  shared?: readonly Shared[];
  /** Items under other records' keys; nothing else writes them. */
  copies?: readonly Item[];
  addends?: readonly Addend[];
}

const indexes = ['gsi1', 'gsi2', 'gsi3', 'gsi4'] as const satisfies readonly IndexName[];
const indexKey = z.string().optional();

/** A record's row in the list's views, and its current projection for comparison with the next one. */
export const rowSchema = storedSchema({
  kind: 'row',
  shape: 2,
  // In schema 1, rows were counted in trees and shared values stored separately.
  upcasters: { 1: ({ trees: _trees, shared: _shared, ...row }) => row },
  schema: z.object({
    id: z.string(),
    list: z.string(),
    rev: z.string(),
    row: z.string(),
    order: z.string(),
    tokens: z.string(),
    tested: z.string().optional(),
    shared: z.array(z.string()).optional(),
    /** Digest of each copy by its key name. */
    copies: z.record(z.string(), z.string()).optional(),
    added: z.string().optional(),
    /** Indexes in whose views the row is counted. */
    counted: z.array(z.enum(indexes)).optional(),
    ...(Object.fromEntries(
      indexes.flatMap((index) => [`${index}pk`, `${index}sk`].map((name) => [name, indexKey])),
    ) as {
      [Name in `${IndexName}${'pk' | 'sk'}`]: z.ZodOptional<z.ZodString>;
    }),
  }),
});
export type StoredRow = z.output<typeof rowSchema.schema>;

export const tokensIn = (text: string | undefined): string[] => (text ? text.split(' ') : []);

/** Replaces `#` in a value, so that no name is a prefix of another name and id. */
const sharedName = ({ reason, value }: Shared): string => `${reason}#${value.replaceAll('#', ' ')}`;
const reasonOf = (name: string): string => name.slice(0, name.indexOf('#'));

const digest = (item: Item): string => createHash('sha256').update(sortedJson(item)).digest('base64url').slice(0, 22);

type WantedRow = Omit<StoredRow, 'rev'>;

/** Returns the lookup items of a record: one per search token and one per shared value. */
export const lookupItems = (keys: Keys, { id, list, order, tokens, tested, shared = [] }: WantedRow): Item[] => [
  ...tokensIn(tokens).map((token) => ({
    pk: keys.tokens(list, token),
    sk: orderKey(token, id),
    id,
    order,
    tokens,
    ...(tested ? { tested } : {}),
  })),
  ...shared.map((name) => ({ pk: keys.shared(list), sk: orderKey(name, id) })),
];

/** Returns a copy with its owner, so that orphans can be found. */
export const copyItem = (partition: string, copy: Item): Item => ({ ...copy, of: partition });

export const rowOf = (keys: Keys, list: ListDefinition, id: string, projected: Projected): WantedRow => {
  const { row, tokens, tested = [], order, shared = [] } = projected;
  const partition = list.partition(keys, id);
  const copies = (projected.copies ?? []).map((copy) => copyItem(partition, copy));
  const added = addendsText(projected.addends ?? []);
  const views = viewsOfRow(list, id, row);
  const indexed = views.flatMap(({ index, view, key }) => [
    [`${index}pk`, keys.listView(list.name, view)],
    [`${index}sk`, key],
  ]);
  return {
    id,
    list: list.name,
    row: sortedJson(row),
    order,
    tokens: tokens.join(' '),
    ...(tested.length ? { tested: tested.join(' ') } : {}),
    ...(shared.length ? { shared: [...new Set(shared.map(sharedName))].sort() } : {}),
    ...(copies.length ? { copies: Object.fromEntries(copies.map((copy) => [keyName(copy), digest(copy)])) } : {}),
    ...(added ? { added } : {}),
    ...(list.isCounted && views.length ? { counted: views.map(({ index }) => index) } : {}),
    ...(Object.fromEntries(indexed) as Partial<Record<`${IndexName}pk`, string>>),
  };
};

/** Returns the views in which a ROW is counted, by partition, each with the row's key. */
export const countedIn = (row: Partial<StoredRow> | undefined): Map<string, { view: View; key: string }> =>
  new Map(
    (row?.counted ?? []).flatMap((index) => {
      const [pk, key] = [row?.[`${index}pk`], row?.[`${index}sk`]];
      return pk !== undefined && key !== undefined ? [[pk, { view: { pk, index }, key }] as const] : [];
    }),
  );

/** The projection of one kind of record. */
export interface Projection {
  list: ListDefinition;
  kind: string;
  /** If the record's ROW for this list is in another partition (a second list). */
  items?: (keys: Keys, id: string) => string;
  main: string;
  parts: readonly string[];
  /** Sort key prefixes of its copies under other records' keys, up to the first `#`. */
  copies?: readonly string[];
  /** Whether a record with this main item can have other items. */
  hasParts?: (main: Item) => boolean;
  /** Undefined for a record in no list or search. */
  project: (keys: Keys, id: string, items: readonly Item[]) => Projected | undefined;
}

export interface RecordRef {
  organizationId: string;
  projection: Projection;
  id: string;
}

/** True if a projection reads this sort key. */
export const isReadBy = ({ main, parts }: Projection, sk: string): boolean =>
  sk === main || parts.some((part) => sk.startsWith(part));

export const itemsOf = ({ items, list }: Projection, keys: Keys, id: string): string =>
  (items ?? list.partition)(keys, id);

/** Returns the record that an item belongs to, once per list. */
export const recordsOf = (projections: readonly Projection[], { pk, sk }: Key): RecordRef[] => {
  const record = parseRecordPartition(pk);
  if (!record) return [];
  const { organizationId, kind, id } = record;
  return projections
    .filter((projection) => projection.kind === kind && isReadBy(projection, sk))
    .map((projection) => ({ organizationId, projection, id }));
};

/** Returns the records whose ROW, even a leftover one, is in a partition. */
export const recordsWithRowIn = (projections: readonly Projection[], pk: string): RecordRef[] => {
  const record = parseRecordPartition(pk);
  if (!record) return [];
  const { organizationId, id } = record;
  return projections
    .filter(({ list }) => list.partition(keysOf(organizationId), id) === pk)
    .map((projection) => ({ organizationId, projection, id }));
};

/** Returns a name that is unique among all records. */
export const refName = ({ organizationId, projection, id }: RecordRef): string =>
  `${organizationId} ${projection.list.name} ${id}`;

/** A value shared by more records, such as a nursing home's phone number, is meaningless. */
const maxSharing = 50;
const readAtOnce = 1000;
/** Some megabytes, shared or not. */
const maxWalked = 50_000;

/** Returns the distinct ids of records that share these values, ignoring values that too many share. */
export const recordsSharing = async (
  table: Table,
  keys: Keys,
  list: string,
  values: readonly Shared[],
): Promise<string[]> => {
  const names = [...new Set(values.map(sharedName))];
  const found = await Promise.all(
    names.map(async (name) => {
      const between = [`${name}#`, prefixEnd(`${name}#`)] as const;
      const items = await table.query({ pk: keys.shared(list), between, limit: maxSharing + 1 });
      return items.length > maxSharing ? [] : items;
    }),
  );
  return [...new Set(found.flat().map(({ sk }) => idInOrderKey(sk)))];
};

/** Returns the ids of up to `limit` records whose value of this reason is the given one or after it, in its order. */
export const recordsFrom = async (
  table: Table,
  keys: Keys,
  list: string,
  { reason, value }: Shared,
  limit: number,
): Promise<string[]> => {
  const between = [sharedName({ reason, value }), prefixEnd(`${reason}#`)] as const;
  const items = await table.query({ pk: keys.shared(list), between, limit });
  return items.map(({ sk }) => idInOrderKey(sk));
};

export interface Sharing {
  reason: string;
  ids: string[];
  cursor: string;
}

/** Returns up to `limit` values that several records share, after `cursor`; `end` is the next cursor. */
export const sharedValues = async (
  table: Table,
  keys: Keys,
  list: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ values: Sharing[]; end?: string }> => {
  const values: Sharing[] = [];
  let [from, name, ids]: [string, string, string[]] = [cursor ?? lowest, '', []];
  const close = (): void => {
    if (ids.length > 1 && ids.length <= maxSharing)
      values.push({ reason: reasonOf(name), ids, cursor: prefixEnd(`${name}#`) });
  };
  for (let left = maxWalked; ; left -= readAtOnce) {
    const items = await table.query({
      pk: keys.shared(list),
      between: [from, highest],
      only: ['sk'],
      limit: readAtOnce,
      consistent: false,
    });
    for (const { sk } of items) {
      if (valueInOrderKey(sk) !== name) {
        close();
        if (values.length === limit) return { values, end: prefixEnd(`${name}#`) };
        [name, ids] = [valueInOrderKey(sk), []];
        if (left <= 0) return { values, end: sk };
      }
      ids.push(idInOrderKey(sk));
    }
    if (items.length < readAtOnce) break;
    from = exclusiveStart(items.at(-1)?.sk ?? '');
  }
  close();
  return { values };
};
