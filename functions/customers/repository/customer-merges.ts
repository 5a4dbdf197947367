import * as z from 'zod';
import { referencedCustomers } from '#domain/cases/primary-contact.ts';
import { type CustomerRelation, customerRelations } from '#domain/customers/customer.schema.ts';
import { mergedFields, undoableUntil, unmergedFields } from '#domain/customers/merge.rules.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import type { CaseCustomers } from '#functions/cases/repository/case-record.ts';
import type { createCaseRepository } from '#functions/cases/repository/cases.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { casesOf, readCases, replaceCustomerReference, withLink } from './customer-cases.ts';
import {
  type CustomerRecord,
  customerSchema,
  fieldsOf,
  markedDistinct,
  StoredFields,
  type Tombstone,
} from './customer-record.ts';
import type { CustomerChange, StoredCustomer } from './customers.ts';

const relations = z.array(z.enum(customerRelations));

/** A merge, as the survivor stores it for an undo. The snapshot exists between its end and its undo. */
export const mergeSchema = storedSchema({
  kind: 'merge',
  shape: 1,
  schema: z.object({
    id: z.string(),
    survivor_id: z.string(),
    duplicate_id: z.string(),
    duplicate_name: z.string(),
    merged_at: z.string(),
    merged_by_name: z.string(),
    undoable_until: z.string(),
    state: z.enum(['moving', 'done', 'returning', 'undone']),
    moved: z.array(
      z.object({
        case_id: z.string(),
        relations,
        survivor_relations: relations.nullable(),
        named: z.object({ informant: z.boolean(), kin: z.array(z.number()) }),
      }),
    ),
    snapshot: z.object({ before: StoredFields, merged: StoredFields, duplicate: customerSchema.schema }).optional(),
    /** Absent during the merge, which must be finished however late. */
    expires_at: z.number().optional(),
  }),
});
export type MergeRecord = z.output<typeof mergeSchema.schema>;

export interface MergeStep {
  writes: Write[];
  isLast: boolean;
  survivor: StoredCustomer;
  duplicate: StoredCustomer;
  movedCases: string[];
}

export const mergesOf = (customer: StoredCustomer): MergeRecord[] =>
  customer.merges.map((item) => mergeSchema.parse(item));

/** Returns a merge at its start. */
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

/** A case takes three actions with its audit entry, and everything else seven: at most 40. */
const casesPerStep = 11;

const union = (a: readonly CustomerRelation[] = [], b: readonly CustomerRelation[] = []): CustomerRelation[] =>
  [...new Set([...a, ...b])].sort();

const expiry = (merge: MergeRecord): number => Math.floor(Date.parse(merge.undoable_until) / 1000) + 24 * 3600;

interface Dependencies {
  table: Table;
  keys: Keys;
  cases: Pick<ReturnType<typeof createCaseRepository>, 'changeCustomers'>;
  changes: (changes: readonly CustomerChange[]) => Write[];
}

const mergeItem = (keys: Keys, merge: MergeRecord): Item =>
  mergeSchema.item(keys.customerMerge(merge.survivor_id, merge.id), merge);

const withMerge = (merges: readonly Item[], keys: Keys, merge: MergeRecord): Item[] => [
  ...merges.filter(({ id }) => id !== merge.id),
  mergeItem(keys, merge),
];

const revised = (record: CustomerRecord, changes: Partial<CustomerRecord>): CustomerRecord => ({
  ...record,
  ...changes,
  revision: record.revision + 1,
});

/** The survivor takes over who is a different person. */
const withMarksOf = (survivor: CustomerRecord, { told_apart, not_same }: CustomerRecord): CustomerRecord =>
  markedDistinct(markedDistinct(survivor, told_apart), not_same, 'not_same');

/** Returns the next step of a merge: it moves cases to the survivor, and the last one merges the two records. */
export const mergeStep = async (
  { table, keys, cases, changes }: Dependencies,
  survivor: StoredCustomer,
  duplicate: StoredCustomer,
  merge: MergeRecord,
  now: Date,
): Promise<MergeStep> => {
  const linked = await casesOf(table, keys, duplicate);
  const moving = linked.slice(0, casesPerStep);
  const isLast = moving.length === linked.length;
  const [from, to] = [duplicate.record.id, survivor.record.id];
  let [own, other] = [survivor, duplicate];
  const moved = [...merge.moved];
  const writes: Write[] = [];
  for (const one of moving) {
    const { id: case_id, customers } = one.core;
    const { [from]: gone = [], [to]: already, ...others } = customers;
    const both = union(already, gone);
    const { named, writes: renamed } = replaceCustomerReference(keys, one, { from, to, now });
    moved.push({ case_id, relations: gone, survivor_relations: already ?? null, named });
    writes.push(cases.changeCustomers(one.core, { ...others, [to]: both }, now), ...renamed);
    own = withLink(own, case_id, one.link(both));
    other = withLink(other, case_id, undefined);
  }
  const joined = moving.filter(({ core }) => !(to in core.customers)).length;
  const open_merge = { id: merge.id, kind: 'merge' as const, survivor_id: to, duplicate_id: from };
  const link_count = survivor.record.link_count + joined;
  const merged = mergedFields(fieldsOf(survivor.record), fieldsOf(duplicate.record));
  const survivorNext = isLast
    ? revised(withMarksOf(survivor.record, duplicate.record), {
        ...merged,
        link_count,
        version: survivor.record.version + 1,
        updated_at: now.toISOString(),
        open_merge: null,
      })
    : revised(survivor.record, { link_count, open_merge });
  const left = duplicate.record.link_count - moving.length;
  const duplicateNext = revised(duplicate.record, { link_count: left, open_merge });
  const tombstone: Tombstone = {
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
    movedCases: moving.map(({ core }) => core.id),
    writes: [
      ...changes([
        { before: survivor.record, next: survivorNext },
        { before: duplicate.record, next: isLast ? tombstone : duplicateNext },
      ]),
      { put: mergeItem(keys, record) },
      ...writes,
    ],
  };
};

/**
 * Returns the customers of a case after an undo: those that its informant section names now, because it may have
 * changed; without the section, those from the time of the merge.
 */
const customersAfterUndo = (
  customers: CaseCustomers,
  move: MergeRecord['moved'][number],
  values: Record<string, unknown> | undefined,
  { from, to }: { from: string; to: string },
): CaseCustomers => {
  const { [from]: _both, ...others } = customers;
  if (values) {
    const named = referencedCustomers(values);
    return { ...others, ...Object.fromEntries([from, to].flatMap((id) => (named[id] ? [[id, named[id]]] : []))) };
  }
  return { ...others, ...(move.survivor_relations ? { [from]: move.survivor_relations } : {}), [to]: move.relations };
};

/**
 * Returns the next step of an undo: it restores the duplicate with the cases that are still the survivor's, and the
 * last one restores the survivor's fields that did not change since.
 */
export const undoStep = async (
  { table, keys, cases, changes }: Dependencies,
  survivor: StoredCustomer,
  duplicate: StoredCustomer | Tombstone,
  merge: MergeRecord & { snapshot: NonNullable<MergeRecord['snapshot']> },
  now: Date,
): Promise<MergeStep> => {
  const returning = merge.moved.slice(0, casesPerStep);
  const isLast = returning.length === merge.moved.length;
  const [from, to] = [survivor.record.id, merge.duplicate_id];
  const current = await readCases(
    table,
    keys,
    returning.map(({ case_id }) => case_id),
  );
  let own = survivor;
  let other = restored(duplicate, merge.snapshot.duplicate, now);
  const [ownCount, otherCount] = [survivor.record.link_count, other.record.link_count];
  let [left, joined] = [0, 0];
  const movedCases: string[] = [];
  const writes: Write[] = [];
  for (const one of current) {
    const { id: case_id, customers } = one.core;
    const move = returning.find((known) => known.case_id === case_id);
    if (!move || !(from in customers)) continue;
    const renamed = replaceCustomerReference(keys, one, { from, to, within: move.named, now });
    const next = customersAfterUndo(customers, move, renamed.values, { from, to });
    if (!(from in next)) left++;
    if (to in next && !(to in customers)) joined++;
    movedCases.push(case_id);
    writes.push(cases.changeCustomers(one.core, next, now), ...renamed.writes);
    own = withLink(own, case_id, next[from] && one.link(next[from]));
    other = withLink(other, case_id, next[to] && one.link(next[to]));
  }
  const open_merge = { id: merge.id, kind: 'undo' as const, survivor_id: from, duplicate_id: to };
  const link_count = ownCount - left;
  const { before, merged } = merge.snapshot;
  const survivorNext = isLast
    ? revised(markedDistinct(survivor.record, [to]), {
        ...unmergedFields(fieldsOf(survivor.record), before, merged),
        link_count,
        version: survivor.record.version + 1,
        updated_at: now.toISOString(),
        open_merge: null,
      })
    : revised(survivor.record, { link_count, open_merge });
  const duplicateNext = revised(markedDistinct(other.record, [from]), {
    link_count: otherCount + joined,
    open_merge: isLast ? null : open_merge,
  });
  const { snapshot: _gone, ...bare } = merge;
  const record: MergeRecord = isLast
    ? { ...bare, moved: [], state: 'undone', expires_at: expiry(merge) }
    : { ...merge, moved: merge.moved.slice(casesPerStep), state: 'returning', expires_at: undefined };
  return {
    isLast,
    survivor: { ...own, record: survivorNext, merges: withMerge(own.merges, keys, record) },
    duplicate: { ...other, record: duplicateNext },
    movedCases,
    writes: [
      ...changes([
        { before: survivor.record, next: survivorNext },
        { before: isTombstoned(duplicate) ? duplicate : duplicate.record, next: duplicateNext },
      ]),
      { put: mergeItem(keys, record) },
      ...writes,
    ],
  };
};

const isTombstoned = (found: StoredCustomer | Tombstone): found is Tombstone => 'merged_into' in found;

const restored = (found: StoredCustomer | Tombstone, snapshot: CustomerRecord, now: Date): StoredCustomer =>
  isTombstoned(found)
    ? {
        record: {
          ...snapshot,
          version: snapshot.version + 1,
          revision: found.revision,
          link_count: 0,
          updated_at: now.toISOString(),
        },
        links: [],
        merges: [],
      }
    : found;
