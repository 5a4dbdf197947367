import { type FieldValue, type FormField, isBlank } from './field.ts';
import type { Values } from './rules.ts';

/** A field whose value differs; a secured field's values are left out (null). */
export interface Difference {
  field: string;
  from: unknown;
  to: unknown;
}

/** What a form holds, by field name. */
type Held = Readonly<Record<string, FieldValue>>;

/** A field that somebody else changed while it was being edited here. */
export interface MergeConflict {
  field: FormField;
  mine: FieldValue;
  theirs: FieldValue;
  /** Both changed it, and not to the same. */
  contested: boolean;
}

/** Whether a value means what it meant before; a form may compare more loosely, such as a phone number by its digits. */
export type Unchanged = (field: FormField, before: FieldValue | undefined, now: FieldValue | undefined) => boolean;

/** Whether two kept values of a field are the same; the order of several choices means nothing. */
export function sameValue(field: Pick<FormField, 'kind'>, a: unknown, b: unknown): boolean {
  return comparable(field, a) === comparable(field, b);
}

/** Field by field what differs between two records, in the form's order: what the audit trail keeps. */
export function differences(fields: readonly FormField[], before: Values, next: Values): Difference[] {
  return fields
    .filter((field) => !sameValue(field, before[field.name], next[field.name]))
    .map(({ name, secured }) => ({
      field: name,
      from: secured ? null : (before[name] ?? null),
      to: secured ? null : (next[name] ?? null),
    }));
}

/** The fields whose value in a form differs from where the editing began, in the form's order. */
export function changedFields(
  fields: readonly FormField[],
  before: Held,
  now: Held,
  unchanged: Unchanged = sameValue,
): FormField[] {
  return fields.filter((field) => !unchanged(field, before[field.name], now[field.name]));
}

/**
 * The fields that somebody else changed since `base` and that differ from mine. What only I changed is not in dispute.
 * `unchanged` decides whether I changed a field.
 */
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
