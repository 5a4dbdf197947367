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
import { storedSchema } from '../organization-registry.ts';
import { sortedJson } from '../sorted-json.ts';
import { highest, lowest, type View } from './bucket-counters.ts';
import { type ListDefinition, type Row, viewsOfRow } from './list-definition.ts';
import { type Addend, addendsText } from './sums.ts';

/** A value that records of one list may share, such as a phone number. */
export interface Shared {
  reason: string;
  value: string;
}

/** Everything that is derived from one record. What it says depends on the record's own items alone. */
export interface Projected {
  row: Row;
  /** The folded words that the record is found by. */
  tokens: readonly string[];
  /** Words that narrow a search without being looked up themselves. */
  tested?: readonly string[];
  /** The order of search hits, largest first. */
  order: string;
  shared?: readonly Shared[];
  /** Items under other records' keys that say something about this one; nobody else writes them. */
  copies?: readonly Item[];
  /** What it adds to items that sum up many records. */
  addends?: readonly Addend[];
}

const indexes = ['gsi1', 'gsi2', 'gsi3', 'gsi4'] as const satisfies readonly IndexName[];
const indexKey = z.string().optional();

/** A record's ROW item: its row in the list's views, and what was projected from it, so that the next one can tell. */
export const rowSchema = storedSchema({
  kind: 'row',
  shape: 2,
  // Rows of shape 1 were counted in trees, and their shared values kept elsewhere: neither counts any more.
  upcasters: { 1: ({ trees: _trees, shared: _shared, ...row }) => row },
  schema: z.object({
    id: z.string(),
    list: z.string(),
    /** Another one with every write: whoever projects asks that it is still the one it read. */
    rev: z.string(),
    row: z.string(),
    order: z.string(),
    tokens: z.string(),
    tested: z.string().optional(),
    shared: z.array(z.string()).optional(),
    /** Name of each copy's key → digest of what it says. */
    copies: z.record(z.string(), z.string()).optional(),
    /** What the record adds to sums: its addends, by the names of these items. */
    added: z.string().optional(),
    /** The indexes in whose views the row is counted. */
    counted: z.array(z.enum(indexes)).optional(),
    ...(Object.fromEntries(
      indexes.flatMap((index) => [`${index}pk`, `${index}sk`].map((name) => [name, indexKey])),
    ) as {
      [Name in `${IndexName}${'pk' | 'sk'}`]: z.ZodOptional<z.ZodString>;
    }),
  }),
});
export type StoredRow = z.output<typeof rowSchema.schema>;

/** The tokens of a stored text. */
export const tokensIn = (text: string | undefined): string[] => (text ? text.split(' ') : []);

/** Within a value no `#` is left, so that no name begins another one and an id. */
const sharedName = ({ reason, value }: Shared): string => `${reason}#${value.replaceAll('#', ' ')}`;
const reasonOf = (name: string): string => name.slice(0, name.indexOf('#'));

const digest = (item: Item): string => createHash('sha256').update(sortedJson(item)).digest('base64url').slice(0, 22);

type WantedRow = Omit<StoredRow, 'rev'>;

/**
 * The items that a record is found by: one for each search token, with what a search of several words is narrowed by, and
 * one for each value that it may share with others.
 */
export const lookupItems = (keys: Keys, { id, list, order, tokens, tested, shared = [] }: WantedRow): Item[] => [
  ...tokensIn(tokens).map((token) => ({
    ...{ pk: keys.tokens(list, token), sk: orderKey(token, id), id, order, tokens },
    ...(tested ? { tested } : {}),
  })),
  ...shared.map((name) => ({ pk: keys.shared(list), sk: orderKey(name, id) })),
];

/** A copy says whose it is, so that one that nobody made can be told. */
export const copyItem = (partition: string, copy: Item): Item => ({ ...copy, of: partition });

/** The ROW of a record of which this is projected. */
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

/** The views in which a ROW is counted, by their partitions, each with the row's key there. */
export const countedIn = (row: Partial<StoredRow> | undefined): Map<string, { view: View; key: string }> =>
  new Map(
    (row?.counted ?? []).flatMap((index) => {
      const [pk, key] = [row?.[`${index}pk`], row?.[`${index}sk`]];
      return pk !== undefined && key !== undefined ? [[pk, { view: { pk, index }, key }] as const] : [];
    }),
  );

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

/** More records than these under one value, such as a nursing home's phone number, mean nothing. */
const maxSharing = 50;
const readAtOnce = 1000;
/** One answer looks at so many values, some megabytes, whether two records share them or not. */
const maxWalked = 50_000;

/** Ids of the records that share these values, each once; none of a value that too many share. */
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

/** Records that share a value, and where a walk goes on behind it. */
export interface Sharing {
  reason: string;
  ids: string[];
  cursor: string;
}

/**
 * Up to `limit` values that two or more records share and not too many, in a fixed order, from behind `cursor` on; `end`
 * is where to go on, and without it these are all.
 */
export const sharedValues = async (
  table: Table,
  keys: Keys,
  list: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ values: Sharing[]; end?: string }> => {
  const values: Sharing[] = [];
  let [from, name, ids]: [string, string, string[]] = [cursor ?? lowest, '', []];
  /** The value that was read to its end. */
  const close = (): void => {
    if (ids.length > 1 && ids.length <= maxSharing)
      values.push({ reason: reasonOf(name), ids, cursor: prefixEnd(`${name}#`) });
  };
  for (let left = maxWalked; ; left -= readAtOnce) {
    const items = await table.query({
      ...{ pk: keys.shared(list), between: [from, highest], only: ['sk'], limit: readAtOnce, consistent: false },
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
