import { randomUUID } from 'node:crypto';
import { keyName, parseKeyName } from '#functions/platform/store/key-format.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import type { Write } from '#functions/platform/store/table.ts';
import { type Move, StaleProjection } from './bucket-counters.ts';
import type { ListDefinition } from './list-definition.ts';
import { copyItem, countedIn, lookupItems, type Projected, rowOf, rowSchema, type StoredRow } from './projected-row.ts';
import { type SumChange, sumChanges } from './sums.ts';

/** What has to be written so that a record's projection stands. */
export interface Difference {
  /** The ROW, which is guarded, search tokens, shared values and copies. */
  writes: Write[];
  /** The keys that come into counted views and leave them. */
  moves: readonly Move[];
  /** By the name of the item that sums up. */
  sums: ReadonlyMap<string, SumChange>;
  /** Whether it was too much for one transaction, and the rest comes with the next difference. */
  isPart: boolean;
}

/** One less than DynamoDB takes in one transaction: of a new record it is asked whether it is still there. */
const maxActions = 99;

/** A key that changes within one bucket is a move, too: the bucket's revision must tell. */
const movesOf = (before: StoredRow | undefined, wanted: WantedRow | undefined): Move[] => {
  const [old, now] = [countedIn(before), countedIn(wanted)];
  const isKept = (pk: string): boolean => old.get(pk)?.key === now.get(pk)?.key;
  return [
    ...[...old].filter(([pk]) => !isKept(pk)).map(([, place]): Move => ({ ...place, by: -1 })),
    ...[...now].filter(([pk]) => !isKept(pk)).map(([, place]): Move => ({ ...place, by: 1 })),
  ];
};

interface States {
  before: StoredRow | undefined;
  next: Projected | undefined;
  all?: boolean;
}
type WantedRow = Omit<StoredRow, 'rev'>;
type Named = readonly [name: string, write: Write];

/** What stands when some of it is left to the next difference: of that what stood before, else what should stand. */
const writtenSoFar = <T>(
  before: Readonly<Record<string, T>>,
  next: Readonly<Record<string, T>>,
  left: ReadonlySet<string>,
): Record<string, T> =>
  Object.fromEntries([
    ...Object.entries(before).filter(([name]) => left.has(name)),
    ...Object.entries(next).filter(([name]) => !left.has(name)),
  ]);

/** Copies of which nothing is trusted: what they should say is not what they say. */
const untrusted = (copies: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(copies).map((name) => [name, '']));

/** The writes that make the items that a record is found by those of `wanted`. */
const lookupWrites = (
  keys: Keys,
  { before, wanted, all }: { before: StoredRow | undefined; wanted: WantedRow | undefined; all: boolean },
): Write[] => {
  const byName = (row: WantedRow | undefined) =>
    new Map((row ? lookupItems(keys, row) : []).map((item) => [keyName(item), item]));
  const [old, now] = [byName(before), byName(wanted)];
  return [
    ...[...old.values()].filter((item) => !now.has(keyName(item))).map(({ pk, sk }): Write => ({ delete: { pk, sk } })),
    ...[...now].filter(([name, put]) => all || !isSame(old.get(name), put)).map(([, put]): Write => ({ put })),
  ];
};

/**
 * What differs between what stands for a record (its ROW) and what should; undefined when nothing does. `next` is
 * undefined for a record that is gone. With `all` nothing that stands is trusted: everything is written anew.
 *
 * It counts its own actions. What one transaction has no room for is left to the next difference, and the ROW says of it
 * what it said before: so it always says what has been written, whoever goes on, and from whatever the record is then.
 */
export const differenceOf = (
  keys: Keys,
  list: ListDefinition,
  id: string,
  { before, next, all = false }: States,
): Difference | undefined => {
  const wanted = next && rowOf(keys, list, id, next);
  if (!before && !next) return undefined;
  const { rev: _rev, ...stands } = before ?? { rev: '' };
  if (!all && isSame(before && stands, wanted)) return undefined;

  const partition = list.partition(keys, id);
  const lookups = lookupWrites(keys, { before, wanted, all });
  const moves = movesOf(before, wanted);
  const [oldCopies, newCopies] = [before?.copies ?? {}, wanted?.copies ?? {}];
  const copies: Named[] = [
    ...Object.keys(oldCopies)
      .filter((name) => !(name in newCopies))
      .map((name): Named => [name, { delete: parseKeyName(name) }]),
    ...(next?.copies ?? [])
      .map((copy): Named => [keyName(copy), { put: copyItem(partition, copy) }])
      .filter(([name]) => all || oldCopies[name] !== newCopies[name]),
  ];
  const sums = sumChanges(before?.added, next?.addends ?? []);

  // The ROW, what it is found by, where it is counted and sums of months are few, and go together.
  const taken = copies.slice(0, Math.max(0, maxActions - 1 - lookups.length - moves.length - sums.size));
  const isPart = taken.length < copies.length;
  const copiesLeft = new Set(copies.slice(taken.length).map(([name]) => name));
  const result: WantedRow | undefined = isPart
    ? {
        ...(wanted ?? { id, list: list.name, row: '{}', order: '', tokens: '' }),
        copies: writtenSoFar(all ? untrusted(oldCopies) : oldCopies, newCopies, copiesLeft),
      }
    : wanted;
  const key = keys.row(partition);
  const guard = {
    when: before ? { equals: { rev: before.rev } } : ('absent' as const),
    refused: () => new StaleProjection(),
  };
  const row: Write = result
    ? { put: rowSchema.item(key, { ...result, rev: randomUUID() }), ...guard }
    : { delete: key, ...guard };
  return {
    writes: [row, ...lookups, ...taken.map(([, write]) => write)],
    moves,
    sums,
    isPart,
  };
};
