import { createHash } from 'node:crypto';
import { callerKey, isActiveCase, isCertainCaller, type WholeCaller } from '#domain/customers/customer.rules.ts';
import type { CustomerFields } from '#domain/customers/customer.schema.ts';
import type { CaseCustomers } from '#functions/cases/repository/case-record.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { casesOf, linkWrite, relinkWrites, replaceCustomerReference } from './customer-cases.ts';
import { type MergeRecord, mergeSchema, mergeStep, undoStep } from './customer-merges.ts';
import { type CustomerRecord, changedRecord, type Tombstone } from './customer-record.ts';
import { type CustomerChange, createCustomerRepository, type StoredCustomer } from './customers.ts';

interface RemovalStep {
  writes: Write[];
  isLast: boolean;
  /** Cases that no longer name the customer: all closed, because open ones block the deletion. */
  leftCases: string[];
  activeCases: number;
}

/** A case takes three actions with its audit entry. */
const casesPerStep = 12;

/**
 * Returns the next step of a deletion: closed cases lose the customer, and the last step deletes the record. Each case
 * is required to be closed still, so that no case names a missing customer.
 */
const removalStep = async (
  {
    table,
    keys,
    cases,
    changes,
  }: {
    table: Table;
    keys: Keys;
    cases: Pick<ReturnType<typeof createCaseRepository>, 'changeCustomers'>;
    changes: (of: readonly CustomerChange[]) => Write[];
  },
  customer: StoredCustomer,
  now: Date,
): Promise<RemovalStep> => {
  const { record } = customer;
  const linked = await casesOf(table, keys, customer);
  const activeCases = linked.filter(({ core }) => isActiveCase(core.status)).length;
  if (activeCases) return { writes: [], isLast: false, leftCases: [], activeCases };
  const leaving = linked.slice(0, casesPerStep);
  const isLast = leaving.length === linked.length;
  const next = { ...record, revision: record.revision + 1, link_count: record.link_count - leaving.length };
  return {
    isLast,
    activeCases,
    leftCases: leaving.map(({ core }) => core.id),
    writes: [
      ...changes([{ before: record, ...(isLast ? {} : { next }) }]),
      ...leaving.flatMap((one) => {
        const { [record.id]: _left, ...others } = one.core.customers;
        return [
          cases.changeCustomers(one.core, others, now),
          ...replaceCustomerReference(keys, one, { from: record.id, to: undefined, now }).writes,
        ];
      }),
    ],
  };
};

/** Search by phone finds a new customer within seconds; the claim covers that time with a wide margin. */
const claimedSeconds = 3600;

/** One customer, however many conversions enter them concurrently. */
export type Caller = WholeCaller & { phone: string };

export const customersWithCases = (table: Table, keys: Keys) => {
  const customers = createCustomerRepository(table, keys);
  const dependencies = { table, keys, cases: createCaseRepository(table, keys), changes: customers.changes };
  const claimKey = (caller: Caller) =>
    keys.caller(
      createHash('sha256')
        .update(callerKey(caller) ?? '')
        .digest('hex'),
    );
  return {
    ...customers,
    /** Counts a case of the customer; throws 400 at the commit if the customer does not exist. */
    link: (customerId: string): Write => linkWrite(keys, customerId),
    /** Also adds `fields` to the record; throws WriteConflictError if it changed. */
    linkFilled: (before: CustomerRecord, fields: CustomerFields, now: Date): Write[] =>
      customers.changes([
        { before, next: { ...changedRecord(before, fields, now), link_count: before.link_count + 1 } },
      ]),
    relink: (before: CaseCustomers, next: CaseCustomers): Write[] => relinkWrites(keys, before, next),
    casesOf: (customer: StoredCustomer) => casesOf(table, keys, customer),
    /**
     * Returns the customer of a caller: found by phone, or just entered by another conversion. `claim` is for the
     * transaction that enters a new one; it throws WriteConflictError after a concurrent claim.
     */
    async ofCaller(
      caller: Caller,
    ): Promise<{ known?: CustomerRecord; claim: (customerId: string, now: Date) => Write }> {
      const key = claimKey(caller);
      const [found, claimed] = await Promise.all([customers.withPhoneOf(caller), table.get(key)]);
      const [entered] = found || !claimed ? [] : await customers.records([String(claimed.customer_id)]);
      const isSame = entered && callerKey(entered) === callerKey(caller) && isCertainCaller(entered, caller);
      const known = found ?? (isSame ? entered : undefined);
      return {
        ...(known ? { known } : {}),
        claim: (customerId, now) => ({
          put: { ...key, customer_id: customerId, expires_at: Math.floor(now.getTime() / 1000) + claimedSeconds },
          when: claimed ? { equals: { customer_id: claimed.customer_id } } : 'absent',
          refused: () => new WriteConflictError(),
        }),
      };
    },
    mergeStep: (survivor: StoredCustomer, duplicate: StoredCustomer, merge: MergeRecord, now: Date) =>
      mergeStep(dependencies, survivor, duplicate, merge, now),
    undoStep: (
      survivor: StoredCustomer,
      duplicate: StoredCustomer | Tombstone,
      merge: MergeRecord & { snapshot: NonNullable<MergeRecord['snapshot']> },
      now: Date,
    ) => undoStep(dependencies, survivor, duplicate, merge, now),
    removalStep: (customer: StoredCustomer, now: Date) => removalStep(dependencies, customer, now),
    /** Deletes a merge's record and, unless it was undone, what is stored under the duplicate's id. */
    forgetMerge: (merge: MergeRecord, tombstone: Tombstone | undefined): Write[] => [
      { delete: keys.customerMerge(merge.survivor_id, merge.id) },
      ...(tombstone ? customers.changes([{ before: tombstone }]) : []),
    ],
    /** Returns the earlier merges into a merged customer, which its own item does not have. */
    async mergesUnder(id: string): Promise<MergeRecord[]> {
      const items = await table.query({ pk: keys.customerItems(id), between: ['MERGE#', 'MERGE$'] });
      return items.map((item) => mergeSchema.parse(item));
    },
  };
};

export type Customers = ReturnType<typeof customersWithCases>;
export const customers = {
  grants: ['table:customers', 'table:lists'],
  in: customersWithCases,
} as const satisfies Repository;
