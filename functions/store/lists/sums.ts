import { keyName, keyNamed, partitionOf } from '#functions/store/key-parts.ts';
import { sortedJson } from '#functions/store/sorted-json.ts';
import type { Item, Key, Write } from '#functions/store/table.ts';
import { StaleProjection } from './bucket-counters.ts';

/** Whole numbers by what they measure. */
export type Measures = Readonly<Record<string, number>>;

/** What a record adds to an item that sums up many, such as a month's. Nobody else writes such items. */
export interface Addend {
  key: Key;
  add: Measures;
  /** What measures are called that are known nowhere else. */
  names?: Readonly<Record<string, string>>;
}

/** How the sums of one item change. */
export interface SumChange {
  add: Record<string, number>;
  names: Record<string, string>;
}

const namePrefix = 'name:';

/** As a ROW remembers what its record adds: nothing where that is nothing. */
export const addendsText = (addends: readonly Addend[]): string | undefined => {
  const all: Record<string, Record<string, number>> = {};
  for (const { key, add } of addends) {
    const known = all[keyName(key)] ?? {};
    for (const [measure, by] of Object.entries(add)) if (by) known[measure] = (known[measure] ?? 0) + by;
    if (Object.keys(known).length) all[keyName(key)] = known;
  }
  return textOfSums(all);
};

/** The same of measures by the names of items. */
export const textOfSums = (all: Readonly<Record<string, Measures>>): string | undefined =>
  Object.keys(all).length ? sortedJson(all) : undefined;

/** What a ROW remembers that its record adds, by the names of items. */
export const rememberedSums = (text: string | undefined): Record<string, Measures> => (text ? JSON.parse(text) : {});

/** Whether what stands under a key is a fact, of which sums are made. */
export const isFact = ({ pk }: Key): boolean => partitionOf(pk)?.kind === 'FACT';

/** What changes, by the name of the item, when a record adds `next` and no longer what its ROW remembers. */
export const sumChanges = (before: string | undefined, next: readonly Addend[]): Map<string, SumChange> => {
  const text = addendsText(next);
  const changes = new Map<string, SumChange>();
  if (before === text) return changes;
  const [old, now] = [rememberedSums(before), rememberedSums(text)];
  const names: Record<string, string> = Object.assign({}, ...next.map((one) => one.names ?? {}));
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const change: SumChange = { add: {}, names: {} };
    for (const measure of new Set([...Object.keys(old[name] ?? {}), ...Object.keys(now[name] ?? {})])) {
      const by = (now[name]?.[measure] ?? 0) - (old[name]?.[measure] ?? 0);
      if (!by) continue;
      change.add[measure] = by;
      const called = names[measure];
      if (called !== undefined && now[name]?.[measure]) change.names[measure] = called;
    }
    if (Object.keys(change.add).length) changes.set(name, change);
  }
  return changes;
};

/** Takes one more change into those that are written together. */
export const joinSums = (all: Map<string, SumChange>, more: ReadonlyMap<string, SumChange>): void => {
  for (const [name, { add, names }] of more) {
    const known = all.get(name) ?? { add: {}, names: {} };
    for (const [measure, by] of Object.entries(add)) known.add[measure] = (known.add[measure] ?? 0) + by;
    all.set(name, { add: known.add, names: { ...known.names, ...names } });
  }
};

/** What measures are called, as attributes of an item of sums. */
export const nameAttributes = (names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(names).map(([measure, text]) => [`${namePrefix}${measure}`, text]));

/**
 * An expression of DynamoDB has 4 KB and three hundred operators: a change of more attributes than these is no expression, and
 * its item is written whole.
 */
const mostInExpression = 100;

/** The items that have to be known to write changes: those of which more changes than one expression says. */
export const wholeSums = (changes: ReadonlyMap<string, SumChange>): Key[] =>
  [...changes]
    .filter(([, { add, names }]) => Object.keys(add).length + Object.keys(names).length > mostInExpression)
    .map(([name]) => keyNamed(name));

/** An item with a change in it, without what has become 0, if it is still the one that was read. */
const wholeWrite = (key: Key, { add, names }: SumChange, item: Item | undefined, newRev: () => string): Write => {
  const stood = item ? sumsOf(item) : { add: {}, names: {} };
  const sums = { ...stood.add };
  for (const [measure, by] of Object.entries(add)) sums[measure] = (sums[measure] ?? 0) + by;
  const kept = Object.entries(sums).filter(([, value]) => value !== 0);
  const called = Object.entries({ ...stood.names, ...names }).filter(([measure]) => sums[measure]);
  return {
    put: { ...key, ...Object.fromEntries(kept), ...nameAttributes(Object.fromEntries(called)), rev: newRev() },
    when: item ? { equals: { rev: item.rev } } : 'absent',
    refused: () => new StaleProjection(),
  };
};

/**
 * The writes of changes, one an item; under a `rev` that every write changes, so that who mends one can tell. `standing` are the
 * items of {@link wholeSums}; who gives none writes expressions alone.
 */
export const sumWrites = (
  changes: ReadonlyMap<string, SumChange>,
  newRev: () => string,
  standing?: readonly Item[],
): Write[] => {
  const whole = new Set(standing ? wholeSums(changes).map(keyName) : []);
  const items = new Map(standing?.map((item) => [keyName(item), item]));
  return [...changes].flatMap(([name, change]): Write[] => {
    if (whole.has(name)) return [wholeWrite(keyNamed(name), change, items.get(name), newRev)];
    const given = Object.entries(change.add).filter(([, by]) => by !== 0);
    if (given.length === 0) return [];
    return [
      {
        update: keyNamed(name),
        set: { rev: newRev(), ...nameAttributes(change.names) },
        add: Object.fromEntries(given),
      },
    ];
  });
};

const ownAttributes = new Set(['pk', 'sk', 'rev']);

/** The numbers of an item of sums, those that are not 0, and what measures are called. */
export const sumsOf = (item: Item): { add: Record<string, number>; names: Record<string, string> } => {
  const [add, names]: [Record<string, number>, Record<string, string>] = [{}, {}];
  for (const [attribute, value] of Object.entries(item)) {
    if (attribute.startsWith(namePrefix)) names[attribute.slice(namePrefix.length)] = String(value);
    else if (!ownAttributes.has(attribute)) {
      // Beyond what a number holds exactly the client answers a bigint: the sum is told to within a cent of a hundred thousand billions.
      const sum = typeof value === 'bigint' ? Number(value) : value;
      if (typeof sum === 'number' && sum !== 0) add[attribute] = sum;
    }
  }
  return { add, names };
};
