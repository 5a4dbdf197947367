import { type FieldValue, type FormField, isBlank } from './field.ts';
import type { Values } from './rules.ts';

/** Values of secured fields are null. */
export interface Difference {
  field: string;
  from: unknown;
  to: unknown;
}

type Held = Readonly<Record<string, FieldValue>>;

/** A field that another user changed during the edit. */
export interface MergeConflict {
  field: FormField;
  mine: FieldValue;
  theirs: FieldValue;
  /** Both changed it to different values. */
  contested: boolean;
}

/** A form may compare loosely, such as phones by their digits. */
export type Unchanged = (field: FormField, before: FieldValue | undefined, now: FieldValue | undefined) => boolean;

/** True if two stored values of a field are equal; the order of multiple choices is ignored. */
export function sameValue(field: Pick<FormField, 'kind'>, a: unknown, b: unknown): boolean {
  return comparable(field, a) === comparable(field, b);
}

/** Returns the fields that differ between two records, in form order, for the audit log. */
export function differences(fields: readonly FormField[], before: Values, next: Values): Difference[] {
  return fields
    .filter((field) => !sameValue(field, before[field.name], next[field.name]))
    .map(({ name, secured }) => ({
      field: name,
      from: secured ? null : (before[name] ?? null),
      to: secured ? null : (next[name] ?? null),
    }));
}

/** Returns the fields changed since the edit started, in form order. */
export function changedFields(
  fields: readonly FormField[],
  before: Held,
  now: Held,
  unchanged: Unchanged = sameValue,
): FormField[] {
  return fields.filter((field) => !unchanged(field, before[field.name], now[field.name]));
}

/** Returns the fields that another user changed since `base` and that differ from mine. */
export function findMergeConflicts(
  fields: readonly FormField[],
  { base, mine, theirs }: { base: Held; mine: Held; theirs: Held },
  unchanged: Unchanged = sameValue,
): MergeConflict[] {
  const changedByMe = new Set(changedFields(fields, base, mine, unchanged));
  return fields
    .filter((field) => !sameValue(field, base[field.name], theirs[field.name]))
    .filter((field) => !sameValue(field, mine[field.name], theirs[field.name]))
    .map((field) => ({
      field,
      mine: mine[field.name] ?? '',
      theirs: theirs[field.name] ?? '',
      contested: changedByMe.has(field),
    }));
}

function comparable({ kind }: Pick<FormField, 'kind'>, value: unknown): string {
  if (isBlank(value)) return '';
  if (kind === 'multiselect' && Array.isArray(value)) return JSON.stringify(value.map(String).toSorted());
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

type Entries = readonly Values[];

export interface EntryListVersions {
  readonly base: Entries;
  readonly mine: Entries;
  readonly theirs: Entries;
}

/**
 * Merges two users' changes of a list. Entries are matched by `keysOf`, not by position. Returns undefined if both
 * changed the same field of an entry or the order, or one removed an entry that the other changed: the user must
 * choose.
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

  const common = base.filter((entry) => inMine.has(entry) && inTheirs.has(entry));
  const [orderBase, orderMine, orderTheirs] = [
    common,
    mine.flatMap((entry) => common.filter((one) => inMine.get(one) === entry)),
    theirs.flatMap((entry) => common.filter((one) => inTheirs.get(one) === entry)),
  ];
  const byThem = sameOrder(orderMine, orderBase);
  if (!byThem && !sameOrder(orderTheirs, orderBase) && !sameOrder(orderMine, orderTheirs)) return undefined;
  const [leading, following] = byThem ? [theirs, mine] : [mine, theirs];
  return inserted(resultsOf(leading, became), resultsOf(following, became));
}

function resultsOf(entries: Entries, became: ReadonlyMap<Values, Values>): Values[] {
  return entries.map((entry) => became.get(entry)).filter((entry) => entry !== undefined);
}

/** Returns the first list with the additional entries of the second, each after the same predecessor. */
function inserted(leading: Entries, following: Entries): Values[] {
  const all = [...leading];
  for (const [place, entry] of following.entries())
    if (!all.includes(entry)) {
      const before = following[place - 1];
      all.splice(before ? all.indexOf(before) + 1 : 0, 0, entry);
    }
  return all;
}

/** Matches entries of two lists by the first key that they share, each once. */
function matching(from: Entries, to: Entries, keysOf: (entry: Values) => readonly string[]): Map<Values, Values> {
  const matches = new Map<Values, Values>();
  const usedEntries = new Set<Values>();
  const most = Math.max(0, ...from.map((entry) => keysOf(entry).length));
  for (let nth = 0; nth < most; nth++)
    for (const entry of from) {
      const key = keysOf(entry)[nth];
      if (key === undefined || matches.has(entry)) continue;
      const match = to.find((entry) => !usedEntries.has(entry) && keysOf(entry).includes(key));
      if (!match) continue;
      matches.set(entry, match);
      usedEntries.add(match);
    }
  return matches;
}

/** Merges field by field; undefined if both changed one differently. Blank and missing are equal. */
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
