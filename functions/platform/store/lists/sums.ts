import { keyName, parseKeyName } from '#functions/platform/store/key-format.ts';
import { sortedJson } from '#functions/platform/store/sorted-json.ts';
import type { Item, Key, Write } from '#functions/platform/store/table.ts';

type Measures = Record<string, number>;

/** What a record adds to an item that sums up many, such as a month's. Nothing else writes such items. */
export interface Addend {
  key: Key;
  add: Readonly<Measures>;
  /** What measures are called that are known nowhere else. */
  names?: Readonly<Record<string, string>>;
}

/** How the sums of one item change. One expression has room for all that a transaction's records can measure. */
export interface SumChange {
  add: Measures;
  names: Record<string, string>;
}

const namePrefix = 'name:';

/** Takes more changes, by the names of their items, into those that are written together. */
export const mergeSums = (all: Map<string, SumChange>, more: ReadonlyMap<string, SumChange>): void => {
  for (const [name, { add, names }] of more) {
    const known = all.get(name) ?? { add: {}, names: {} };
    for (const [measure, by] of Object.entries(add)) known.add[measure] = (known.add[measure] ?? 0) + by;
    all.set(name, { add: known.add, names: { ...known.names, ...names } });
  }
};

const changesBy = (addends: readonly Addend[]): Map<string, SumChange> => {
  const all = new Map<string, SumChange>();
  for (const { key, add, names = {} } of addends) mergeSums(all, new Map([[keyName(key), { add, names }]]));
  return all;
};

const withoutZeros = (add: Readonly<Measures>): Measures =>
  Object.fromEntries(Object.entries(add).filter(([, by]) => by !== 0));

/** What a ROW remembers that its record adds, as text; undefined where that is nothing. */
export const addendsText = (addends: readonly Addend[]): string | undefined => {
  const all = [...changesBy(addends)].map(([name, { add }]) => [name, withoutZeros(add)] as const);
  const kept = all.filter(([, add]) => Object.keys(add).length);
  return kept.length ? sortedJson(Object.fromEntries(kept)) : undefined;
};

/** The same by the names of items. */
export const sumsFromRow = (text: string | undefined): Record<string, Measures> => (text ? JSON.parse(text) : {});

/** What changes, by the name of the item, when a record adds `next` and no longer what its ROW remembers. */
export const sumChanges = (before: string | undefined, next: readonly Addend[]): Map<string, SumChange> => {
  if (before === addendsText(next)) return new Map();
  const all = changesBy(next);
  for (const [name, add] of Object.entries(sumsFromRow(before))) {
    const taken = Object.fromEntries(Object.entries(add).map(([measure, by]) => [measure, -by]));
    mergeSums(all, new Map([[name, { add: taken, names: {} }]]));
  }
  const changed = [...all].map(([name, { add, names }]): [string, SumChange] => [
    name,
    { add: withoutZeros(add), names: Object.fromEntries(Object.entries(names).filter(([measure]) => add[measure])) },
  ]);
  return new Map(changed.filter(([, { add }]) => Object.keys(add).length));
};

/** The writes of changes, one an item. */
export const sumWrites = (changes: ReadonlyMap<string, SumChange>): Write[] =>
  [...changes].flatMap(([name, change]): Write[] => {
    const add = withoutZeros(change.add);
    const names = Object.entries(change.names).map(([measure, text]) => [`${namePrefix}${measure}`, text]);
    return Object.keys(add).length ? [{ update: parseKeyName(name), add, set: Object.fromEntries(names) }] : [];
  });

/** The numbers of an item of sums, those that are not 0, and what measures are called. */
export const sumsOf = (item: Item): { add: Measures; names: Record<string, string> } => {
  const [add, names]: [Measures, Record<string, string>] = [{}, {}];
  for (const [attribute, value] of Object.entries(item)) {
    if (attribute.startsWith(namePrefix)) names[attribute.slice(namePrefix.length)] = String(value);
    // Beyond what a number holds exactly the client answers a bigint: the sum is told to within a cent of a hundred thousand billions.
    else if (typeof value === 'number' || typeof value === 'bigint') add[attribute] = Number(value);
  }
  return { add: withoutZeros(add), names };
};
