import { activeCasesMessage, type CustomerWithCases } from '#domain/customers/customer.rules.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { type MergeRecord, mergesOf } from '#functions/customers/repository/customer-merges.ts';
import type { CustomerRecord, Tombstone } from '#functions/customers/repository/customer-record.ts';
import type { StoredCustomer } from '#functions/customers/repository/customers.ts';
import type { Work } from '#functions/platform/api/work.ts';
import { type MergeContext, type MergeDeed, type MergeEvent, resumeMerge } from './merge-records.ts';

type RemovalWork = Work<MergeDeed | 'customer.deleted', MergeEvent | 'customer.deleted'>;
export interface RemovalContext extends Omit<MergeContext, 'work'> {
  work: RemovalWork;
}

/** What the screen names a customer by who cannot be deleted. */
export const withCases = ({ first_name, last_name }: CustomerRecord, active_cases: number): CustomerWithCases => ({
  name: fullName(first_name, last_name),
  active_cases,
});

/** The refusal of a deletion (D1 §4); one of several says how many had been deleted when it was noticed. */
export class HasActiveCases extends AppError {
  readonly customers: readonly CustomerWithCases[];

  constructor(customers: readonly CustomerWithCases[], deleted_count?: number) {
    super('conflict', {
      detail: activeCasesMessage(customers),
      extra: {
        success: false,
        ...(deleted_count === undefined ? {} : { deleted_count }),
        customers_with_cases: customers,
      },
    });
    this.customers = customers;
  }
}

/** The trace that a deletion leaves: who deleted whom, without the person's particulars. */
export const recordDeletion = (work: Work<'customer.deleted', 'customer.deleted'>, id: string): void => {
  work.audit('customer.deleted', id).announce('customer.deleted', id, { customer_id: id });
};

// What merges keep of other records goes with the customer they went into, and what those had taken in before them.
const forgetMerge = async (context: RemovalContext, merge: MergeRecord): Promise<void> => {
  const { db, work } = context;
  const found = await db.customers.find(merge.duplicate_id);
  const isOurs = found !== undefined && 'merged_into' in found && found.merged_into === merge.survivor_id;
  if (isOurs) for (const under of await db.customers.mergesUnder(merge.duplicate_id)) await forgetMerge(context, under);
  await work.add(db.customers.forgetMerge(merge, isOurs ? (found as Tombstone) : undefined)).step();
};

const removeOnce = async (context: RemovalContext, customer: StoredCustomer): Promise<true | undefined> => {
  const { db, work, now } = context;
  const { record } = customer;
  if (record.open_merge) {
    await resumeMerge(context, record.open_merge);
    return undefined;
  }
  const step = await db.customers.removalStep(customer, now);
  if (step.activeCases) throw new HasActiveCases([withCases(record, step.activeCases)]);
  const merges = mergesOf(customer);
  if (merges.length) {
    for (const merge of merges) await forgetMerge(context, merge);
    return undefined;
  }
  work.add(step.writes);
  for (const id of step.leftCases)
    work.audit('case.customer_changed', id, [{ field: 'customer', from: record.id, to: null }]);
  if (step.isLast) recordDeletion(work, record.id);
  await work.step();
  return step.isLast ? true : undefined;
};

/**
 * Deletes a customer: its closed cases forget it, merged records under it go too. Cut off in between, it is still
 * there, and deleting it again goes on. Throws 409 while it has active cases.
 */
export const removeRecord = async (context: RemovalContext, id: string): Promise<void> => {
  for (;;) {
    const done = await context.work.attempt(
      () => context.db.customers.require(id),
      (customer) => removeOnce(context, customer),
    );
    if (done) return;
  }
};

export const isActiveCustomer = (found: StoredCustomer | Tombstone | undefined): found is StoredCustomer =>
  found !== undefined && !('merged_into' in found);
