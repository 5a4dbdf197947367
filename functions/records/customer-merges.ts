import type { CustomerFields, CustomerRelation } from '#domain/customers/customer.schema.ts';
import { mergedFields, undoableUntil, unmergedFields } from '#domain/customers/merge.rules.ts';
import { fullName } from '#domain/values/person-name.ts';
import type { Keys } from '#functions/store/keys.ts';
import type { Item, Table, Write } from '#functions/store/table.ts';
import { informantSections, linkWrites, type NamedIn, rewiringOf, withLink } from './customer-links.ts';
import { type CustomerRecord, fieldsOf, type Tombstone, toldApart } from './customer-record.ts';
import type { CustomerChange, StoredCustomer } from './customers.ts';

/** A case that went from the duplicate to the survivor, with what an undo needs to take it back. */
interface MovedCase {
  case_id: string;
  relations: CustomerRelation[];
  /** What the survivor was to the case already; null when it was nothing. */
  survivor_relations: CustomerRelation[] | null;
  named: NamedIn;
}

/** A merge as the survivor keeps it for an undo. Both snapshots are there once it is done, and gone once it is undone. */
export interface MergeRecord {
  id: string;
  survivor_id: string;
  duplicate_id: string;
  duplicate_name: string;
  merged_at: string;
  merged_by_name: string;
  undoable_until: string;
  state: 'moving' | 'done' | 'returning' | 'undone';
  moved: MovedCase[];
  snapshot?: { before: CustomerFields; merged: CustomerFields; duplicate: CustomerRecord };
  /** Not while it is under way: what is begun must be finished, however late. */
  expires_at?: number | undefined;
}

/** One transaction's part of a merge or an undo: the records after it, its writes, and the cases that it moved. */
export interface MergeStep {
  writes: Write[];
  isLast: boolean;
  survivor: StoredCustomer;
  duplicate: StoredCustomer;
  movedCases: string[];
}

/** The merges that went into a customer. */
export const mergesOf = (customer: StoredCustomer): MergeRecord[] =>
  customer.merges.map(({ pk: _pk, sk: _sk, ...merge }) => merge as unknown as MergeRecord);

/** A merge that begins now. */
export const newMerge = (
  { id, mergedByName, now }: { id: string; mergedByName: string; now: Date },
  survivor: CustomerRecord,
  duplicate: CustomerRecord,
): MergeRecord => ({
  id,
  survivor_id: survivor.id,
  duplicate_id: duplicate.id,
  duplicate_name: fullName(duplicate.first_name, duplicate.middle_name, duplicate.last_name),
  merged_at: now.toISOString(),
  merged_by_name: mergedByName,
  undoable_until: undoableUntil(now),
  state: 'moving',
  moved: [],
});

const largestTransaction = 100;
/** What the caller adds: an audit entry per case, and at the end two more entries and an event. */
const added = (cases: number): number => cases + 4;
const mostCasesRead = 50;

const union = (a: readonly CustomerRelation[] = [], b: readonly CustomerRelation[] = []): CustomerRelation[] =>
  [...new Set([...a, ...b])].sort();

const expiry = (merge: MergeRecord): number => Math.floor(Date.parse(merge.undoable_until) / 1000) + 24 * 3600;

interface Means {
  table: Table;
  keys: Keys;
  changes: (changes: readonly CustomerChange[]) => Promise<Write[]>;
}

/** As many cases as fit into one transaction: all of them, or half, or half of that. */
const fitting = async (cases: number, attempt: (count: number) => Promise<MergeStep>): Promise<MergeStep> => {
  for (let count = Math.min(cases, mostCasesRead); ; count = Math.floor(count / 2)) {
    const step = await attempt(count);
    if (step.writes.length + added(step.movedCases.length) <= largestTransaction || count <= 1) return step;
  }
};

const mergeItem = (keys: Keys, merge: MergeRecord): Write => ({
  put: { ...keys.customerMerge(merge.survivor_id, merge.id), ...merge },
});

/** The next step of a merge: moves cases to the survivor and, with the last of them, makes the two records one. */
export const mergeStep = (
  { table, keys, changes }: Means,
  survivor: StoredCustomer,
  duplicate: StoredCustomer,
  merge: MergeRecord,
  now: Date,
): Promise<MergeStep> =>
  fitting(duplicate.links.length, async (count) => {
    const links = duplicate.links.slice(0, count);
    const isLast = links.length === duplicate.links.length;
    const [from, to] = [duplicate.record.id, survivor.record.id];
    const sections = await informantSections(
      table,
      keys,
      links.map(({ case_id }) => case_id),
    );
    let [own, other] = [survivor, duplicate];
    const moved = [...merge.moved];
    const writes: Write[] = [];
    for (const link of links) {
      const { case_id } = link;
      const already = own.links.find((one) => one.case_id === case_id);
      const next = { ...link, relations: union(already?.relations, link.relations) };
      own = withLink(own, case_id, next);
      other = withLink(other, case_id, undefined);
      const rewiring = rewiringOf(keys, case_id, sections.get(case_id), { from, to });
      const { named } = rewiring;
      moved.push({ case_id, relations: link.relations, survivor_relations: already?.relations ?? null, named });
      writes.push(...linkWrites(keys, to, case_id, next), ...linkWrites(keys, from, case_id, undefined));
      writes.push(...rewiring.writes);
    }
    const merged = mergedFields(fieldsOf(survivor.record), fieldsOf(duplicate.record));
    const open = { id: merge.id, kind: 'merge' as const, survivor_id: to, duplicate_id: from };
    const survivorNext: CustomerRecord = isLast
      ? {
          ...toldApart(oneFurther(own.record), other.record.told_apart),
          ...merged,
          version: own.record.version + 1,
          updated_at: now.toISOString(),
          open_merge: null,
        }
      : { ...oneFurther(own.record), open_merge: open };
    const duplicateNext = { ...oneFurther(other.record), open_merge: open };
    const tombstone = {
      id: from,
      revision: duplicateNext.revision,
      merged_into: to,
      merge_id: merge.id,
      expires_at: expiry(merge),
    };
    const snapshot = { before: fieldsOf(survivor.record), merged, duplicate: duplicate.record };
    const record: MergeRecord = isLast
      ? { ...merge, moved, state: 'done', snapshot, expires_at: expiry(merge) }
      : { ...merge, moved, state: 'moving' };
    return {
      isLast,
      survivor: { ...own, record: survivorNext, merges: withMerge(own.merges, keys, record) },
      duplicate: { ...other, record: duplicateNext },
      movedCases: links.map(({ case_id }) => case_id),
      writes: [
        ...(await changes([
          { before: survivor.record, next: survivorNext },
          { before: duplicate.record, next: isLast ? tombstone : duplicateNext },
        ])),
        mergeItem(keys, record),
        ...writes,
      ],
    };
  });

/**
 * The next step of an undo: the duplicate's record comes back with the cases that are still the survivor's; with the
 * last of them the survivor's fields become what they were, except those that somebody changed since the merge.
 */
export const undoStep = (
  { table, keys, changes }: Means,
  survivor: StoredCustomer,
  duplicate: StoredCustomer | Tombstone,
  merge: MergeRecord & { snapshot: NonNullable<MergeRecord['snapshot']> },
  now: Date,
): Promise<MergeStep> =>
  fitting(merge.moved.length, async (count) => {
    const returning = merge.moved.slice(0, count);
    const isLast = returning.length === merge.moved.length;
    const [from, to] = [survivor.record.id, merge.duplicate_id];
    const present = returning.filter(({ case_id }) => survivor.links.some((link) => link.case_id === case_id));
    const sections = await informantSections(
      table,
      keys,
      present.map(({ case_id }) => case_id),
    );
    let own = survivor;
    let other = restored(duplicate, merge.snapshot.duplicate, now);
    const writes: Write[] = [];
    for (const { case_id, relations, survivor_relations, named: within } of present) {
      const link = own.links.find((one) => one.case_id === case_id);
      if (!link) continue;
      const kept = survivor_relations ? { ...link, relations: survivor_relations } : undefined;
      const back = { ...link, relations };
      own = withLink(own, case_id, kept);
      other = withLink(other, case_id, back);
      writes.push(...linkWrites(keys, from, case_id, kept), ...linkWrites(keys, to, case_id, back));
      writes.push(...rewiringOf(keys, case_id, sections.get(case_id), { from, to, within }).writes);
    }
    const open = { id: merge.id, kind: 'undo' as const, survivor_id: from, duplicate_id: to };
    const { before, merged } = merge.snapshot;
    const fields = unmergedFields(fieldsOf(own.record), before, merged);
    const survivorNext: CustomerRecord = isLast
      ? {
          ...toldApart(oneFurther(own.record), [to]),
          ...fields,
          version: own.record.version + 1,
          updated_at: now.toISOString(),
          open_merge: null,
        }
      : { ...oneFurther(own.record), open_merge: open };
    const duplicateNext: CustomerRecord = {
      ...toldApart(oneFurther(other.record), [from]),
      open_merge: isLast ? null : open,
    };
    const { snapshot: _gone, ...bare } = merge;
    const record: MergeRecord = isLast
      ? { ...bare, moved: [], state: 'undone', expires_at: expiry(merge) }
      : { ...merge, moved: merge.moved.slice(count), state: 'returning', expires_at: undefined };
    const duplicateBefore = isTombstoned(duplicate) ? duplicate : duplicate.record;
    return {
      isLast,
      survivor: { ...own, record: survivorNext, merges: withMerge(own.merges, keys, record) },
      duplicate: { ...other, record: duplicateNext },
      movedCases: present.map(({ case_id }) => case_id),
      writes: [
        ...(await changes([
          { before: survivor.record, next: survivorNext },
          { before: duplicateBefore, next: duplicateNext },
        ])),
        mergeItem(keys, record),
        ...writes,
      ],
    };
  });

const isTombstoned = (found: StoredCustomer | Tombstone): found is Tombstone => 'merged_into' in found;

const restored = (found: StoredCustomer | Tombstone, snapshot: CustomerRecord, now: Date): StoredCustomer =>
  isTombstoned(found)
    ? {
        record: { ...snapshot, version: snapshot.version + 1, revision: found.revision, updated_at: now.toISOString() },
        links: [],
        merges: [],
      }
    : found;

const oneFurther = (record: CustomerRecord): CustomerRecord => ({ ...record, revision: record.revision + 1 });

const withMerge = (merges: readonly Item[], keys: Keys, merge: MergeRecord): Item[] => [
  ...merges.filter(({ id }) => id !== merge.id),
  { ...keys.customerMerge(merge.survivor_id, merge.id), ...merge },
];
