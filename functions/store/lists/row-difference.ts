import { randomUUID } from 'node:crypto';
import { keyName, keyNamed } from '#functions/store/key-parts.ts';
import type { Keys } from '#functions/store/keys.ts';
import { isSame } from '#functions/store/sorted-json.ts';
import type { Write } from '#functions/store/table.ts';
import { type Move, StaleProjection } from './bucket-counters.ts';
import type { ListDefinition } from './list-definition.ts';
import { copyItem, countedIn, lookupItems, type Projected, rowOf, rowShape, type StoredRow } from './projected-row.ts';
import { isFact, rememberedSums, type SumChange, sumChanges, textOfSums } from './sums.ts';

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
const mostActions = 99;

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

/**
 * As many of the copies and sums as there is room for. Facts and what they add to sums are one: whoever adds sums up anew
 * (functions/workers/projector/mend-sums.ts) relies on it that they were written together. They wait for a transaction that
 * has room for all of them; only what no transaction has room for comes bit by bit.
 */
const fitting = (
  copies: readonly Named[],
  sums: ReadonlyMap<string, SumChange>,
  given: number,
): { copies: readonly Named[]; sums: ReadonlyMap<string, SumChange> } => {
  const room = Math.max(0, given);
  const facts = copies.filter(([name]) => isFact(keyNamed(name)));
  const others = copies.filter((one) => !facts.includes(one));
  const together = facts.length + sums.size;
  if (together <= room) return { copies: [...facts, ...others.slice(0, room - together)], sums };
  if (together < mostActions) return { copies: others.slice(0, room), sums: new Map() };
  const some = [...sums].slice(0, room);
  return { copies: copies.slice(0, room - some.length), sums: new Map(some) };
};

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
      .map((name): Named => [name, { delete: keyNamed(name) }]),
    ...(next?.copies ?? [])
      .map((copy): Named => [keyName(copy), { put: copyItem(partition, copy) }])
      .filter(([name]) => all || oldCopies[name] !== newCopies[name]),
  ];
  const sums = sumChanges(before?.sums, next?.addends ?? []);

  // The ROW, what it is found by and where it is counted are few, and go together.
  const taken = fitting(copies, sums, mostActions - 1 - lookups.length - moves.length);
  const isPart = taken.copies.length < copies.length || taken.sums.size < sums.size;
  const copiesLeft = new Set(copies.filter((one) => !taken.copies.includes(one)).map(([name]) => name));
  const sumsLeft = new Set([...sums.keys()].filter((name) => !taken.sums.has(name)));
  const result: WantedRow | undefined = isPart
    ? {
        ...(wanted ?? { id, list: list.name, row: '{}', order: '', tokens: '' }),
        copies: writtenSoFar(all ? untrusted(oldCopies) : oldCopies, newCopies, copiesLeft),
        sums: textOfSums(writtenSoFar(rememberedSums(before?.sums), rememberedSums(wanted?.sums), sumsLeft)),
      }
    : wanted;
  const key = keys.row(partition);
  const guard = {
    when: before ? { equals: { rev: before.rev } } : ('absent' as const),
    refused: () => new StaleProjection(),
  };
  const row: Write = result
    ? { put: rowShape.item(key, { ...result, rev: randomUUID() }), ...guard }
    : { delete: key, ...guard };
  return {
    writes: [row, ...lookups, ...taken.copies.map(([, write]) => write)],
    moves,
    sums: taken.sums,
    isPart,
  };
};
