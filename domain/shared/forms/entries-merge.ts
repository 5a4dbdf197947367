import { sameValue } from './differences.ts';
import { isBlank } from './field.ts';
import type { Values } from './rules.ts';

type Entries = readonly Values[];

/** A list of entries as an edit began from it, as it is here now, and as somebody else has saved it meanwhile. */
export interface EntryListVersions {
  readonly base: Entries;
  readonly mine: Entries;
  readonly theirs: Entries;
}

/**
 * One list of what two people have made of it: entries are told apart by `keysOf` (the first key that two entries share
 * makes them one), not by their place. Undefined where both changed the same field of an entry or the order, or where
 * one took an entry away that the other changed: somebody has to choose.
 */
export function mergeEntryLists(
  { base, mine, theirs }: EntryListVersions,
  keysOf: (entry: Values) => readonly string[],
): Values[] | undefined {
  const inMine = matching(base, mine, keysOf);
  const inTheirs = matching(base, theirs, keysOf);
  const newMine = mine.filter((entry) => ![...inMine.values()].includes(entry));
  const newTheirs = theirs.filter((entry) => ![...inTheirs.values()].includes(entry));
  const inBoth = matching(newTheirs, newMine, keysOf);

  /** What becomes of each entry, by its object in either list. */
  const became = new Map<Values, Values>();
  for (const entry of base) {
    const [here, there] = [inMine.get(entry), inTheirs.get(entry)];
    if (here && there) {
      const merged = mergedFields(entry, here, there);
      if (!merged) return undefined;
      became.set(here, merged).set(there, merged);
    } else if ((here && !same(here, entry)) || (there && !same(there, entry))) return undefined;
  }
  for (const there of newTheirs) {
    const here = inBoth.get(there);
    const merged = here ? mergedFields({}, here, there) : there;
    if (!merged) return undefined;
    became.set(there, merged);
    if (here) became.set(here, merged);
  }
  for (const here of newMine) if (!became.has(here)) became.set(here, here);

  const kept = base.filter((entry) => inMine.has(entry) && inTheirs.has(entry));
  const [orderBase, orderMine, orderTheirs] = [
    kept,
    mine.flatMap((entry) => kept.filter((one) => inMine.get(one) === entry)),
    theirs.flatMap((entry) => kept.filter((one) => inTheirs.get(one) === entry)),
  ];
  const byThem = sameOrder(orderMine, orderBase);
  if (!byThem && !sameOrder(orderTheirs, orderBase) && !sameOrder(orderMine, orderTheirs)) return undefined;
  const [leading, following] = byThem ? [theirs, mine] : [mine, theirs];
  return inserted(resultsOf(leading, became), resultsOf(following, became));
}

function resultsOf(entries: Entries, became: ReadonlyMap<Values, Values>): Values[] {
  return entries.map((entry) => became.get(entry)).filter((entry) => entry !== undefined);
}

/** The first list with what only the second one has, each behind whoever it stands behind there. */
function inserted(leading: Entries, following: Entries): Values[] {
  const all = [...leading];
  for (const [place, entry] of following.entries())
    if (!all.includes(entry)) {
      const before = following[place - 1];
      all.splice(before ? all.indexOf(before) + 1 : 0, 0, entry);
    }
  return all;
}

/** Which entry of a list is which of another one: by the first key that they share, each taken once. */
function matching(from: Entries, to: Entries, keysOf: (entry: Values) => readonly string[]): Map<Values, Values> {
  const found = new Map<Values, Values>();
  const taken = new Set<Values>();
  const most = Math.max(0, ...from.map((entry) => keysOf(entry).length));
  for (let nth = 0; nth < most; nth++)
    for (const entry of from) {
      const key = keysOf(entry)[nth];
      if (key === undefined || found.has(entry)) continue;
      const match = to.find((one) => !taken.has(one) && keysOf(one).includes(key));
      if (!match) continue;
      found.set(entry, match);
      taken.add(match);
    }
  return found;
}

/** Field by field; undefined where both changed one, and not to the same. A blank and none are the same. */
function mergedFields(base: Values, mine: Values, theirs: Values): Values | undefined {
  const merged: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [was, here, there] = [base[name], mine[name], theirs[name]];
    if (!equal(here, was) && !equal(there, was) && !equal(here, there)) return undefined;
    const value = equal(here, was) ? there : here;
    if (!isBlank(value)) merged[name] = value;
  }
  return merged;
}

function equal(a: unknown, b: unknown): boolean {
  return sameValue({ kind: 'entries' }, a === false ? '' : a, b === false ? '' : b);
}

function same(a: Values, b: Values): boolean {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => equal(a[name], b[name]));
}

function sameOrder(a: Entries, b: Entries): boolean {
  return a.length === b.length && a.every((entry, place) => entry === b[place]);
}
