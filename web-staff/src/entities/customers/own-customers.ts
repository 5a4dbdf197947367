import type { CallInput } from '#domain/contract/endpoint.ts';
import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Customer, CustomerRow } from '#domain/customers/customer.schema.ts';
import { ownChanges } from '../own-changes.ts';
import { customerKeys } from './keys.ts';

export type CustomersQuery = NonNullable<CallInput<typeof customerEndpoints.list>['query']>;

/** A customer as its list shows it. */
export const customerRowOf = ({ notes, updated_at, active_cases, merges, ...row }: Customer): CustomerRow => row;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By last name, as near to the server's order as a row needs for a few seconds. */
const byName = (a: CustomerRow, b: CustomerRow): number =>
  a.last_name.localeCompare(b.last_name, 'en') || a.first_name.localeCompare(b.first_name, 'en');

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
        return byName(a, b);
      case '-name':
        return byName(b, a);
      default:
        // By what follows from the customer's cases, which nobody enters.
        return undefined;
    }
  },
});
