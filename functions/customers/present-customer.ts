import type { Customer } from '#domain/customers/customer.schema.ts';
import { mergesOf } from '#functions/customers/repository/customer-merges.ts';
import { activeCasesOf } from '#functions/customers/repository/customer-record.ts';
import { rowOf, type StoredCustomer } from '#functions/customers/repository/customers.ts';

/** A customer as the wire carries it, with its open cases and the merges that can still be undone at `now`. */
export const presentCustomer = (customer: StoredCustomer, now: Date): Customer => {
  const { record, links } = customer;
  const undoable = mergesOf(customer).filter(
    ({ state, undoable_until }) => state === 'done' && undoable_until > now.toISOString(),
  );
  return {
    ...rowOf(customer, now),
    version: record.version,
    notes: record.notes,
    updated_at: record.updated_at,
    active_cases: activeCasesOf(links),
    merges: undoable
      .map(({ id, merged_at, merged_by_name, duplicate_name, undoable_until }) => ({
        id,
        merged_at,
        merged_by_name,
        duplicate_name,
        undoable_until,
      }))
      .sort((a, b) => b.merged_at.localeCompare(a.merged_at)),
  };
};
