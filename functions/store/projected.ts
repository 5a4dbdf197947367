import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Keys } from './keys.ts';
import { type ListDefinition, type Row, standingsOf } from './list-definition.ts';
import { isSame, sortedJson } from './sorted-json.ts';
import { storedShape } from './stored-shape.ts';
import { type Sum, type SumChange, sumChanges, sumsText } from './sums.ts';
import type { IndexName, Item, Key, Write } from './table.ts';
import { StaleProjection } from './tree-store.ts';

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
  sums?: readonly Sum[];
}

const indexes = ['gsi1', 'gsi2', 'gsi3', 'gsi4'] as const satisfies readonly IndexName[];
const indexKey = z.string().optional();

/** A record's ROW item: its row in the list's views, and what was projected from it, so that the next one can tell. */
export const rowShape = storedShape({
  kind: 'row',
  shape: 1,
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
    /** What the record adds to sums. */
    sums: z.string().optional(),
    /** Name of each view without an index → the row's key in its tree. */
    trees: z.record(z.string(), z.string()).optional(),
    ...(Object.fromEntries(
      indexes.flatMap((index) => [`${index}pk`, `${index}sk`].map((name) => [name, indexKey])),
    ) as {
      [Name in `${IndexName}${'pk' | 'sk'}`]: z.ZodOptional<z.ZodString>;
    }),
  }),
});
export type StoredRow = z.output<typeof rowShape.schema>;

/** The tokens of a stored text. */
export const tokensIn = (text: string | undefined): string[] => (text ? text.split(' ') : []);

export const sharedName = ({ reason, value }: Shared): string => `${reason}#${value}`;
export const sharedOf = (name: string): Shared => {
  const at = name.indexOf('#');
  return { reason: name.slice(0, at), value: name.slice(at + 1) };
};
/** How a ROW names a copy. */
export const keyName = ({ pk, sk }: Key): string => `${pk}\n${sk}`;
const keyNamed = (name: string): Key => {
  const [pk = '', sk = ''] = name.split('\n');
  return { pk, sk };
};

const digest = (item: Item): string => createHash('sha256').update(sortedJson(item)).digest('base64url').slice(0, 22);

/** The item of a search token: whom it finds, and what a search with several words is narrowed by. */
export const tokenItem = (keys: Keys, list: string, id: string, token: string, projected: Projected): Item => ({
  pk: keys.tokens(list, token),
  sk: `${token}#${id}`,
  id,
  order: projected.order,
  tokens: projected.tokens.join(' '),
  ...(projected.tested?.length ? { tested: projected.tested.join(' ') } : {}),
});

/** A copy says whose it is, so that one that nobody made can be told. */
export const copyItem = (partition: string, copy: Item): Item => ({ ...copy, of: partition });

/** The ROW of a record of which this is projected. */
export const rowOf = (keys: Keys, list: ListDefinition, id: string, projected: Projected): Omit<StoredRow, 'rev'> => {
  const { row, tokens, tested = [], order, shared = [] } = projected;
  const partition = list.partition(keys, id);
  const copies = (projected.copies ?? []).map((copy) => copyItem(partition, copy));
  const sums = sumsText(projected.sums ?? []);
  const standings = standingsOf(list, id, row);
  const trees = standings.filter(({ index }) => !index).map(({ view, key }) => [view, key]);
  const indexed = standings.flatMap(({ index, view, key }) =>
    index
      ? [
          [`${index}pk`, keys.listView(list.name, view)],
          [`${index}sk`, key],
        ]
      : [],
  );
  return {
    id,
    list: list.name,
    row: sortedJson(row),
    order,
    tokens: tokens.join(' '),
    ...(tested.length ? { tested: tested.join(' ') } : {}),
    ...(shared.length ? { shared: [...new Set(shared.map(sharedName))].sort() } : {}),
    ...(copies.length ? { copies: Object.fromEntries(copies.map((copy) => [keyName(copy), digest(copy)])) } : {}),
    ...(sums ? { sums } : {}),
    ...(trees.length ? { trees: Object.fromEntries(trees) } : {}),
    ...(Object.fromEntries(indexed) as Partial<Record<`${IndexName}pk`, string>>),
  };
};

/** Keys to put into a tree and to take out of it. */
export interface KeyChange {
  added: string[];
  removed: string[];
}

/** What has to be written so that a record's projection stands. */
export interface Difference {
  /** Search tokens, copies, and the ROW, which is guarded. */
  writes: Write[];
  /** Per view. */
  trees: ReadonlyMap<string, KeyChange>;
  joins: readonly Shared[];
  leaves: readonly Shared[];
  /** By the name of the item that sums up. */
  sums: ReadonlyMap<string, SumChange>;
  /** Whether it was too much for one transaction, and the rest comes with the next difference. */
  isPart: boolean;
}

/** Per view the key under which a ROW stands in it, and in its tree. */
export const treeKeysOf = (keys: Keys, list: string, row: Partial<StoredRow> | undefined): Map<string, string> => {
  const prefix = keys.listView(list, '');
  return new Map([
    ...indexes.flatMap((index): [string, string][] => {
      const [pk, sk] = [row?.[`${index}pk`], row?.[`${index}sk`]];
      return pk !== undefined && sk !== undefined ? [[pk.slice(prefix.length), sk]] : [];
    }),
    ...Object.entries(row?.trees ?? {}),
  ]);
};

const treeChanges = (before: Map<string, string>, next: Map<string, string>, all: boolean): Map<string, KeyChange> => {
  const changes = new Map<string, KeyChange>();
  for (const view of new Set([...before.keys(), ...next.keys()])) {
    const [old, now] = [before.get(view), next.get(view)];
    if (old === now && !all) continue;
    changes.set(view, {
      added: now === undefined ? [] : [now],
      removed: old === undefined || old === now ? [] : [old],
    });
  }
  return changes;
};

/** So many copies a transaction takes beside a record's ROW, tokens and shared values, and the nodes of its trees. */
const maxCopiesAtOnce = 20;

/**
 * What differs between what stands for a record (its ROW) and what should; undefined when nothing does. `next` is
 * undefined for a record that is gone. With `all` nothing that stands is trusted: everything is written anew.
 */
export const differenceOf = (
  keys: Keys,
  list: ListDefinition,
  id: string,
  { before, next, all = false }: { before: StoredRow | undefined; next: Projected | undefined; all?: boolean },
): Difference | undefined => {
  const wanted = next && rowOf(keys, list, id, next);
  const same = (a: Partial<StoredRow> | undefined, b: Partial<StoredRow> | undefined, ...names: (keyof StoredRow)[]) =>
    names.every((name) => a?.[name] === b?.[name]);
  if (!before && !next) return undefined;
  const { rev: _rev, ...stands } = before ?? { rev: '' };
  if (!all && isSame(before && stands, wanted)) return undefined;

  const [oldTokens, newTokens] = [tokensIn(before?.tokens), tokensIn(wanted?.tokens)];
  const kept = new Set(newTokens);
  const unchanged = !all && same(before, wanted, 'tokens', 'tested', 'order');
  const oldCopies = before?.copies ?? {};
  const newCopies = wanted?.copies ?? {};
  const oldShared = new Set(before?.shared ?? []);
  const newShared = new Set(wanted?.shared ?? []);

  const partition = list.partition(keys, id);
  const tokenWrites: Write[] = [
    ...oldTokens
      .filter((token) => !kept.has(token))
      .map((token): Write => ({ delete: { pk: keys.tokens(list.name, token), sk: `${token}#${id}` } })),
    ...(next && !unchanged
      ? newTokens.map((token): Write => ({ put: tokenItem(keys, list.name, id, token, next) }))
      : []),
  ];
  const copyWrites: [name: string, write: Write][] = [
    ...Object.keys(oldCopies)
      .filter((name) => !(name in newCopies))
      .map((name): [string, Write] => [name, { delete: keyNamed(name) }]),
    ...(next?.copies ?? [])
      .map((copy): [string, Write] => [keyName(copy), { put: copyItem(partition, copy) }])
      .filter(([name]) => all || oldCopies[name] !== newCopies[name]),
  ];
  const copied = copyWrites.slice(0, maxCopiesAtOnce);
  const isPart = copied.length < copyWrites.length;
  // Of copies that are still to be made the ROW says nothing, and of those to be taken away that they are there.
  const left = new Set(copyWrites.slice(maxCopiesAtOnce).map(([name]) => name));
  const partly = {
    ...(wanted ?? { id, list: list.name, row: '{}', order: '', tokens: '' }),
    copies: Object.fromEntries([
      ...Object.entries(newCopies).filter(([name]) => !left.has(name)),
      ...Object.entries(oldCopies).filter(([name]) => left.has(name) && !(name in newCopies)),
    ]),
  };
  const result = isPart ? partly : wanted;
  const key = keys.row(partition);
  const guard = {
    when: before ? { equals: { rev: before.rev } } : ('absent' as const),
    refused: () => new StaleProjection(),
  };
  const row: Write = result
    ? { put: rowShape.item(key, { ...result, rev: randomUUID() }), ...guard }
    : { delete: key, ...guard };
  return {
    writes: [row, ...tokenWrites, ...copied.map(([, write]) => write)],
    trees: treeChanges(treeKeysOf(keys, list.name, before), treeKeysOf(keys, list.name, wanted), all),
    joins: [...newShared].filter((name) => all || !oldShared.has(name)).map(sharedOf),
    leaves: [...oldShared].filter((name) => !newShared.has(name)).map(sharedOf),
    sums: sumChanges(before?.sums, next?.sums ?? []),
    isPart,
  };
};
