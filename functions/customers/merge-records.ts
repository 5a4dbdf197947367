import { v7 as uuid } from 'uuid';
import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { customerNotFound } from '#domain/customers/customer.rules.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import type { Customers } from '#functions/customers/repository/customer-database.ts';
import {
  type MergeRecord,
  type MergeStep,
  mergesOf,
  newMerge,
} from '#functions/customers/repository/customer-merges.ts';
import type { StoredCustomer } from '#functions/customers/repository/customers.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Work } from '#functions/platform/api/handler.ts';
import { type Change, changesBetween } from '#functions/platform/store/audit/audit-log.ts';
import { fieldsOf, type OpenMerge, type Tombstone } from './repository/customer-record.ts';

export type MergeAction = (typeof customerEndpoints.merge.auditActions)[number];
export type MergeEvent = (typeof customerEndpoints.merge.events)[number];
type MergeWork = Work<MergeAction, MergeEvent>;
export interface MergeContext {
  db: { customers: Customers };
  work: MergeWork;
  actor: Actor;
  now: Date;
}
type Found = StoredCustomer | Tombstone | undefined;

interface Pair {
  survivor: StoredCustomer;
  duplicate: Found;
}
export interface Merged {
  mergeId: string;
  survivor: StoredCustomer;
  restored?: StoredCustomer;
}

const readPair = async ({ db }: MergeContext, survivorId: string, duplicateId: string): Promise<Pair> => {
  const [survivor, duplicate] = await Promise.all([db.customers.require(survivorId), db.customers.find(duplicateId)]);
  return { survivor, duplicate };
};

const untilDone = async <Current, Answer>(
  { work }: MergeContext,
  read: () => Promise<Current>,
  step: (current: Current) => Promise<Answer | undefined>,
): Promise<Answer> => {
  for (;;) {
    const answer = await work.attempt(read, step);
    if (answer !== undefined) return answer;
  }
};

const isMerged = (found: Found): found is Tombstone => found !== undefined && 'merged_into' in found;

/** Finishes a merge or undo that was interrupted. */
export const resumeMerge = async (context: MergeContext, open: OpenMerge): Promise<void> => {
  if (open.kind === 'merge') await mergeRecords(context, open.survivor_id, open.duplicate_id);
  else await undoMergeOf(context, open.survivor_id, open.id);
};

const otherWork = (pair: Pair, id: string | undefined): OpenMerge | undefined =>
  [pair.survivor, pair.duplicate].flatMap((one) =>
    one && !isMerged(one) && one.record.open_merge && one.record.open_merge.id !== id ? one.record.open_merge : [],
  )[0];

const recordCases = (work: MergeWork, step: MergeStep, from: string, to: string): void => {
  for (const id of step.movedCases) work.audit('case.customer_changed', id, [{ field: 'customer', from, to }]);
};

const mergeOnce = async (context: MergeContext, pair: Pair, duplicateId: string): Promise<Merged | undefined> => {
  const { db, work, actor, now } = context;
  const { survivor, duplicate } = pair;
  // A repeated call, after a lost response.
  if (isMerged(duplicate) && duplicate.merged_into === survivor.record.id)
    return { mergeId: duplicate.merge_id, survivor };
  if (!duplicate || isMerged(duplicate)) throw notFound(customerNotFound);
  const underWay = mergesOf(survivor).find(
    ({ state, duplicate_id }) => state === 'moving' && duplicate_id === duplicateId,
  );
  const other = otherWork(pair, underWay?.id);
  if (other) {
    await resumeMerge(context, other);
    return undefined;
  }
  const start = { id: uuid({ msecs: now.getTime() }), mergedByName: actor.name, now };
  const merge = underWay ?? newMerge(start, survivor.record, duplicate.record);
  const step = await db.customers.mergeStep(survivor, duplicate, merge, now);
  work.add(step.writes);
  recordCases(work, step, duplicateId, survivor.record.id);
  if (step.isLast) recordMerge(work, merge, survivor, step);
  await work.step();
  return step.isLast ? { mergeId: merge.id, survivor: step.survivor } : undefined;
};

const recordMerge = (work: MergeWork, merge: MergeRecord, before: StoredCustomer, step: MergeStep): void => {
  const { survivor_id, duplicate_id, id } = merge;
  const filled = changesBetween({ ...fieldsOf(before.record) }, { ...fieldsOf(step.survivor.record) });
  const from: Change = { field: 'merged_from', from: null, to: duplicate_id };
  work
    .audit('customer.merged', survivor_id, [from, ...filled])
    .audit('customer.merged_away', duplicate_id, [{ field: 'merged_into', from: null, to: survivor_id }])
    .announce('customer.merged', survivor_id, { customer_id: survivor_id, duplicate_id, merge_id: id });
};

/**
 * Merges two customers in one transaction, or in steps if the duplicate has too many cases. Each step leaves every
 * count true, and the next call about either customer continues after an interruption.
 */
export const mergeRecords = (context: MergeContext, survivorId: string, duplicateId: string): Promise<Merged> => {
  if (survivorId === duplicateId) throw invalid({ duplicate_id: ['A customer cannot be merged with itself'] });
  return untilDone(
    context,
    () => readPair(context, survivorId, duplicateId),
    (pair) => mergeOnce(context, pair, duplicateId),
  );
};

const undoOnce = async (
  context: MergeContext,
  survivor: StoredCustomer,
  mergeId: string,
): Promise<Merged | undefined> => {
  const { db, work, now } = context;
  const merge = mergesOf(survivor).find(({ id }) => id === mergeId);
  if (merge?.state === 'undone') return { mergeId, survivor };
  if (!merge?.snapshot) throw notFound('This merge was not found');
  const duplicate = await db.customers.find(merge.duplicate_id);
  const expired = merge.state === 'done' && merge.undoable_until <= now.toISOString();
  if (expired || !duplicate) throw new AppError('gone', { detail: 'This merge can no longer be undone.' });
  const other = otherWork({ survivor, duplicate }, mergeId);
  if (other) {
    await resumeMerge(context, other);
    return undefined;
  }
  const step = await db.customers.undoStep(survivor, duplicate, { ...merge, snapshot: merge.snapshot }, now);
  work.add(step.writes);
  recordCases(work, step, survivor.record.id, merge.duplicate_id);
  if (step.isLast) recordUndoing(work, merge, survivor, step);
  await work.step();
  return step.isLast ? { mergeId, survivor: step.survivor, restored: step.duplicate } : undefined;
};

const recordUndoing = (work: MergeWork, merge: MergeRecord, before: StoredCustomer, step: MergeStep): void => {
  const { survivor_id, duplicate_id, id } = merge;
  const given = changesBetween({ ...fieldsOf(before.record) }, { ...fieldsOf(step.survivor.record) });
  const from: Change = { field: 'merged_from', from: duplicate_id, to: null };
  work
    .audit('customer.merge_undone', survivor_id, [from, ...given])
    .audit('customer.restored', duplicate_id, [{ field: 'merged_into', from: survivor_id, to: null }])
    .announce('customer.merge-undone', survivor_id, { customer_id: survivor_id, duplicate_id, merge_id: id });
};

export const undoMergeOf = (context: MergeContext, survivorId: string, mergeId: string): Promise<Merged> =>
  untilDone(
    context,
    () => context.db.customers.require(survivorId),
    (survivor) => undoOnce(context, survivor, mergeId),
  );
