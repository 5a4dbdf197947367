import { isActiveCase } from '#domain/customers/customer.rules.ts';
import type { createCaseRepository } from '#functions/cases/repository/cases.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import { casesOf, replaceCustomerReference } from './customer-cases.ts';
import type { CustomerChange, StoredCustomer } from './customers.ts';

/** One transaction's part of a deletion. */
export interface RemovalStep {
  writes: Write[];
  isLast: boolean;
  /** Cases that lost the customer: all are closed, as open ones forbid the deletion. */
  leftCases: string[];
  /** Draft and active cases: when there are any, there is nothing to write. */
  activeCases: number;
}

/** With its audit entry a case takes three actions. */
const casesPerStep = 12;

/**
 * The next step of a deletion: the customer's closed cases forget it, with the last of them it is gone. Each case is
 * read anew and holds at the commit that it is still closed. Never leaves a case that names a customer who does not exist.
 */
export const removalStep = async (
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
