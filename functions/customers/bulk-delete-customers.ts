import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { type CustomerWithCases, isActiveCase } from '#domain/customers/customer.rules.ts';
import { isNotFound, notFound } from '#domain/shared/contract/errors.ts';
import { type Customers, customers } from '#functions/customers/repository/customer-database.ts';
import type { StoredCustomer } from '#functions/customers/repository/customers.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import {
  HasActiveCases,
  isActiveCustomer,
  type RemovalContext,
  recordDeletion,
  removeRecord,
  withCases,
} from './remove-records.ts';

/** Records that nothing is tied to go together: each takes two actions, and one item announces all. */
const together = 19;

interface Outcome {
  deleted: number;
  withCases: CustomerWithCases[];
}

const inGroups = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

const removeOne = async (context: RemovalContext, id: string, outcome: Outcome): Promise<void> => {
  try {
    await removeRecord(context, id);
    outcome.deleted++;
  } catch (error) {
    // Opened for a case, or deleted, while this call was at work on others.
    if (error instanceof HasActiveCases) outcome.withCases.push(...error.customers);
    else if (!isNotFound(error)) throw error;
  }
};

const removeTogether = async (context: RemovalContext, group: readonly StoredCustomer[], outcome: Outcome) => {
  const { db, work } = context;
  work.add(db.customers.changes(group.map(({ record }) => ({ before: record }))));
  for (const { record } of group) recordDeletion(work, record.id);
  try {
    await work.step();
    outcome.deleted += group.length;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    for (const { record } of group) await removeOne(context, record.id, outcome);
  }
};

const isFree = ({ record, merges }: StoredCustomer): boolean =>
  record.link_count === 0 && merges.length === 0 && record.open_merge === null;

/** Those who have draft or active cases; the cases themselves say so, whatever lags behind them. */
const blockedAmong = async (customers: Customers, found: readonly StoredCustomer[]): Promise<CustomerWithCases[]> => {
  const blocked = await Promise.all(
    found.map(async (customer) => {
      const linked = await customers.casesOf(customer);
      const active = linked.filter(({ core }) => isActiveCase(core.status)).length;
      return active ? [withCases(customer.record, active)] : [];
    }),
  );
  return blocked.flat();
};

/**
 * All or, when somebody has active cases, none. The work is done in groups; cut off in between, the same call again
 * goes on with those that are left.
 */
export const bulkDeleteCustomers = handler(customerEndpoints.bulkDelete, { customers }, async ({ body }, context) => {
  const { db, work } = context;
  const found: StoredCustomer[] = [];
  for (const ids of inGroups([...new Set(body.customer_ids)], 10))
    found.push(...(await Promise.all(ids.map((id) => db.customers.find(id)))).filter(isActiveCustomer));
  if (found.length === 0) throw notFound('Customer not found');
  const blocked = await blockedAmong(db.customers, found);
  if (blocked.length) throw new HasActiveCases(blocked, 0);
  const outcome: Outcome = { deleted: 0, withCases: [] };
  for (const group of inGroups(found.filter(isFree), together)) await removeTogether(context, group, outcome);
  for (const { record } of found.filter((customer) => !isFree(customer))) await removeOne(context, record.id, outcome);
  const { deleted } = outcome;
  if (outcome.withCases.length) throw new HasActiveCases(outcome.withCases, deleted);
  const message = `${deleted} ${deleted === 1 ? 'customer' : 'customers'} deleted`;
  return work.finish({ success: true as const, deleted_count: deleted, message });
});
