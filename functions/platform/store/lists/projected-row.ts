import { createHash } from 'node:crypto';
import * as z from 'zod';
import { keyName, orderKey } from '#functions/platform/store/key-format.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { sortedJson } from '#functions/platform/store/sorted-json.ts';
import { storedSchema } from '#functions/platform/store/stored-shape.ts';
import type { IndexName, Item } from '#functions/platform/store/table.ts';
import type { View } from './bucket-counters.ts';
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
export const sharedName = ({ reason, value }: Shared): string => `${reason}#${value.replaceAll('#', ' ')}`;
export const reasonOf = (name: string): string => name.slice(0, name.indexOf('#'));

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
