import type { CallInput } from '#domain/contract/endpoint.ts';
import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Customer, CustomerRow } from '#domain/customers/customer.schema.ts';
import { nameSortKey } from '#domain/customers/customer-search.ts';
import { ownChanges } from '../own-changes.ts';
import { customerKeys } from './keys.ts';

export type CustomersQuery = NonNullable<CallInput<typeof customerEndpoints.list>['query']>;

/** A customer as its list shows it. */
export const customerRowOf = ({ notes, updated_at, active_cases, merges, ...row }: Customer): CustomerRow => row;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What somebody has just done to customers, until the lists know it. */
export const ownCustomers = ownChanges<CustomerRow, CustomersQuery>({
  key: customerKeys.lists,
  belongs: () => true,
  order: (a, b, { ordering }) => {
    switch (ordering) {
      case undefined:
      case '-created_at':
        return compare(b.created_at, a.created_at);
      case 'created_at':
        return compare(a.created_at, b.created_at);
      case 'name':
        return compare(nameSortKey(a), nameSortKey(b));
      case '-name':
        return compare(nameSortKey(b), nameSortKey(a));
      default:
        // By what follows from the customer's cases, which nobody enters.
        return undefined;
    }
  },
});
