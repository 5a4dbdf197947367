import { randomUUID } from 'node:crypto';
import { keyName, keyNamed, placeKey } from '#functions/store/key-parts.ts';
import type { Keys } from '#functions/store/keys.ts';
import { isSame } from '#functions/store/sorted-json.ts';
import type { Write } from '#functions/store/table.ts';
import type { ListDefinition } from './list-definition.ts';
import {
  copyItem,
  type Projected,
  rowOf,
  rowShape,
  type Shared,
  type StoredRow,
  sharedOf,
  tokenItem,
  tokensIn,
  treeKeysOf,
} from './projected-row.ts';
import { isFact, rememberedSums, type SumChange, sumChanges, textOfSums } from './sums.ts';
import { StaleProjection } from './tree-store.ts';

/** Keys to put into a tree and to take out of it. */
export interface KeyChange {
  added: string[];
  removed: string[];
  /** By what the ROW says something changes: a tree in which nothing does is to be the same at the commit. */
  held: boolean;
}

/** What has to be written so that a record's projection stands. */
export interface Difference {
  /** Search tokens, copies, and the ROW, which is guarded. */
  writes: Write[];
  /** Per view. */
  trees: ReadonlyMap<string, KeyChange>;
  joins: readonly Shared[];
  /** Names of those joins of which the ROW says nothing yet: one that is found joined is to be the same at the commit. */
  held: ReadonlySet<string>;
  leaves: readonly Shared[];
  /** By the name of the item that sums up. */
  sums: ReadonlyMap<string, SumChange>;
  /** Whether it was too much for one transaction, and the rest comes with the next difference. */
  isPart: boolean;
}

/** Of the hundred that DynamoDB takes, so that there is room where more nodes of trees split than are counted here. */
const mostActions = 90;

const treeChanges = (before: Map<string, string>, next: Map<string, string>, all: boolean): Map<string, KeyChange> => {
  const changes = new Map<string, KeyChange>();
  for (const view of new Set([...before.keys(), ...next.keys()])) {
    const [old, now] = [before.get(view), next.get(view)];
    if (old === now && !all) continue;
    changes.set(view, {
      added: now === undefined ? [] : [now],
      removed: old === undefined || old === now ? [] : [old],
      held: old !== now,
    });
  }
  return changes;
};

/** Nodes of a tree of millions that change: the root, a branch and a leaf for each key, and one that splits. */
const nodesOf = ({ added, removed }: KeyChange): number => 2 + 2 * (added.length + removed.length);

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

/** The writes that bring a record's search tokens from those of `before` to those of `wanted`. */
const tokenWritesOf = (
  keys: Keys,
  list: string,
  id: string,
  { before, wanted, next, all }: States & { wanted: WantedRow | undefined },
): Write[] => {
  const same = (['tokens', 'tested', 'order'] as const).every((name) => before?.[name] === wanted?.[name]);
  const tokens = tokensIn(wanted?.tokens);
  const kept = new Set(tokens);
  return [
    ...tokensIn(before?.tokens)
      .filter((token) => !kept.has(token))
      .map((token): Write => ({ delete: { pk: keys.tokens(list, token), sk: placeKey(token, id) } })),
    ...(next && (all || !same) ? tokens.map((token): Write => ({ put: tokenItem(keys, list, id, token, next) })) : []),
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
  const tokens = tokenWritesOf(keys, list.name, id, { before, wanted, next, all });
  const trees = treeChanges(treeKeysOf(keys, list.name, before), treeKeysOf(keys, list.name, wanted), all);
  const [oldShared, newShared] = [new Set(before?.shared ?? []), new Set(wanted?.shared ?? [])];
  const joins = [...newShared].filter((name) => all || !oldShared.has(name)).map(sharedOf);
  const leaves = [...oldShared].filter((name) => !newShared.has(name)).map(sharedOf);
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

  // The ROW, tokens, places in trees and shared values are few, and go together.
  const nodes = [...trees.values()].reduce((sum, one) => sum + nodesOf(one), 0);
  const taken = fitting(copies, sums, mostActions - 1 - tokens.length - nodes - joins.length - leaves.length);
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
    writes: [row, ...tokens, ...taken.copies.map(([, write]) => write)],
    trees,
    joins,
    held: new Set([...newShared].filter((name) => !oldShared.has(name))),
    leaves,
    sums: taken.sums,
    isPart,
  };
};
