import { keyName, parseKeyName } from '#functions/platform/store/key-format.ts';
import { sortedJson } from '#functions/platform/store/sorted-json.ts';
import type { Item, Key, Write } from '#functions/platform/store/table.ts';

type Measures = Record<string, number>;

/** Numbers that a record adds to a summary item, such as a month's. Nothing else writes such items. */
export interface Addend {
  key: Key;
  add: Readonly<Measures>;
  /** Labels of measures that are known nowhere else. */
  names?: Readonly<Record<string, string>>;
}

/** Changes of one summary item; one expression has room for all records of a transaction. */
export interface SumChange {
  add: Measures;
  names: Record<string, string>;
}

const namePrefix = 'name:';

/** Merges more changes into `all`, by item name. */
export const mergeSums = (all: Map<string, SumChange>, more: ReadonlyMap<string, SumChange>): void => {
  for (const [name, { add, names }] of more) {
    const sumChange = all.get(name) ?? { add: {}, names: {} };
    for (const [measure, by] of Object.entries(add)) sumChange.add[measure] = (sumChange.add[measure] ?? 0) + by;
    all.set(name, { add: sumChange.add, names: { ...sumChange.names, ...names } });
  }
};

const changesBy = (addends: readonly Addend[]): Map<string, SumChange> => {
  const all = new Map<string, SumChange>();
  for (const { key, add, names = {} } of addends) mergeSums(all, new Map([[keyName(key), { add, names }]]));
  return all;
};

const withoutZeros = (add: Readonly<Measures>): Measures =>
  Object.fromEntries(Object.entries(add).filter(([, by]) => by !== 0));

/** Returns the addends as stored in a ROW, or undefined if there are none. */
export const addendsText = (addends: readonly Addend[]): string | undefined => {
  const all = [...changesBy(addends)].map(([name, { add }]) => [name, withoutZeros(add)] as const);
  const nonEmpty = all.filter(([, add]) => Object.keys(add).length);
  return nonEmpty.length ? sortedJson(Object.fromEntries(nonEmpty)) : undefined;
};

/** Returns the stored addends by item name. */
export const sumsFromRow = (text: string | undefined): Record<string, Measures> => (text ? JSON.parse(text) : {});

/** Returns the changes by item name from a record's stored addends to `next`. */
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

/** Returns the writes of changes, one per item. */
export const sumWrites = (changes: ReadonlyMap<string, SumChange>): Write[] =>
  [...changes].flatMap(([name, change]): Write[] => {
    const add = withoutZeros(change.add);
    const names = Object.entries(change.names).map(([measure, text]) => [`${namePrefix}${measure}`, text]);
    return Object.keys(add).length ? [{ update: parseKeyName(name), add, set: Object.fromEntries(names) }] : [];
  });

/** Returns the nonzero numbers of a summary item, and labels of measures. */
export const sumsOf = (item: Item): { add: Measures; names: Record<string, string> } => {
  const [add, names]: [Measures, Record<string, string>] = [{}, {}];
  for (const [attribute, value] of Object.entries(item)) {
    if (attribute.startsWith(namePrefix)) names[attribute.slice(namePrefix.length)] = String(value);
    // The client returns a bigint beyond the safe integers; as a number it is within a cent up to $100 trillion.
    else if (typeof value === 'number' || typeof value === 'bigint') add[attribute] = Number(value);
  }
  return { add: withoutZeros(add), names };
};
