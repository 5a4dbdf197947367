import type { Keys } from '#functions/store/keys.ts';
import type { Repository } from '#functions/store/repository.ts';
import type { Table, Write } from '#functions/store/table.ts';
import { type CaseCustomers, caseFollowers, linkWrites } from './customer-links.ts';
import { type MergeRecord, mergeStep, undoStep } from './customer-merges.ts';
import { type CaseFacts, type CaseLink, type CustomerRecord, type Tombstone, withTotalsOf } from './customer-record.ts';
import { removalStep } from './customer-removal.ts';
import { customersIn, type StoredCustomer } from './customers.ts';

/** The customers of one organization, with what ties them to cases and to each other. */
export const customersWithCases = (table: Table, keys: Keys) => {
  const customers = customersIn(table, keys);
  const { find, changes } = customers;
  const means = { table, keys, find, changes };
  return {
    ...customers,
    /** A new customer, who may belong to a case from the start. */
    async create(
      record: CustomerRecord,
      { link, assumeNew }: { link?: CaseLink; assumeNew?: boolean } = {},
    ): Promise<Write[]> {
      const next = withTotalsOf(record, link ? [link] : []);
      return [
        ...(await changes([{ next }], { assumeNew: assumeNew ?? false })),
        ...(link ? linkWrites(keys, record.id, link.case_id, link) : []),
      ];
    },
    /**
     * For the transaction that creates, changes or deletes a case: its customers' links, totals and lists follow it.
     * `wanted` are the case's customers from now on, those of now unless stated, an empty map for a deleted case. Throws
     * 400 for a customer who does not exist; the transaction is refused with ChangedMeanwhile when one has changed.
     */
    async followCase(caseId: string, facts: CaseFacts, wanted?: CaseCustomers): Promise<Write[]> {
      const followed = await caseFollowers(means, caseId, facts, wanted);
      return [...(await changes(followed.changes)), ...followed.writes];
    },
    mergeStep: (survivor: StoredCustomer, duplicate: StoredCustomer, merge: MergeRecord, now: Date) =>
      mergeStep(means, survivor, duplicate, merge, now),
    undoStep: (
      survivor: StoredCustomer,
      duplicate: StoredCustomer | Tombstone,
      merge: MergeRecord & { snapshot: NonNullable<MergeRecord['snapshot']> },
      now: Date,
    ) => undoStep(means, survivor, duplicate, merge, now),
    removalStep: (customer: StoredCustomer) => removalStep(means, customer),
    /** What is left of a merge: its record and, unless it was undone, what stands under the duplicate's id. */
    forgetMerge: (merge: MergeRecord, tombstone: Tombstone | undefined): Write[] => [
      { delete: keys.customerMerge(merge.survivor_id, merge.id) },
      ...(tombstone ? customers.forget(tombstone) : []),
    ],
    /** The merges that once went into a merged customer; its own item knows nothing of them. */
    async mergesUnder(id: string): Promise<MergeRecord[]> {
      const items = await table.query({ pk: keys.customerItems(id), between: ['MERGE#', 'MERGE$'] });
      return items as unknown as MergeRecord[];
    },
    /** An export that began, for an hour: its later pages name it. */
    beginExport: (id: string, profileId: string, now: Date): Write => ({
      put: { ...keys.export(id), profile_id: profileId, expires_at: Math.floor(now.getTime() / 1000) + 3600 },
      when: 'absent',
    }),
    async exportBelongsTo(id: string, profileId: string, now: Date): Promise<boolean> {
      const item = await table.get(keys.export(id));
      return item?.profile_id === profileId && Number(item.expires_at) > now.getTime() / 1000;
    },
  };
};

export type Customers = ReturnType<typeof customersWithCases>;
export const customers = {
  grants: ['table:customers', 'table:lists'],
  in: customersWithCases,
} as const satisfies Repository;
