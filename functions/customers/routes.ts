import { v7 as uuid } from 'uuid';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { customerFieldNames } from '#domain/customers/customer.fields.ts';
import {
  activeCasesMessage,
  type CustomerWithCases,
  customerNotFound,
  isActiveCase,
} from '#domain/customers/customer.rules.ts';
import {
  type Customer,
  changedCustomer,
  maxProposed,
  toCustomerFields,
  withWholeNames,
} from '#domain/customers/customer.schema.ts';
import { mergedFields } from '#domain/customers/merge.rules.ts';
import { AppError, invalid, isNotFound, notFound } from '#domain/shared/contract/errors.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { pick } from '#domain/shared/values/pick.ts';
import { invalidState, isUsState } from '#domain/shared/values/us-state.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { handler, routesOf, type Work } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { changesBetween } from '#functions/platform/store/audit/audit-log.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { cleanupDuplicates } from './cleanup-duplicates.ts';
import {
  type MergeAction,
  type MergeContext,
  type MergeEvent,
  mergeRecords,
  resumeMerge,
  undoMergeOf,
} from './merge-records.ts';
import { type Customers, customers } from './repository/customer-database.ts';
import { type MergeRecord, mergesOf } from './repository/customer-merges.ts';
import {
  type CustomerRecord,
  casesOf,
  changedRecord,
  differentFrom,
  fieldsOf,
  newCustomer,
  type Tombstone,
} from './repository/customer-record.ts';
import { rowOf, type StoredCustomer } from './repository/customers.ts';

type RemovalWork = Work<MergeAction | 'customer.deleted', MergeEvent | 'customer.deleted'>;
interface RemovalContext extends Omit<MergeContext, 'work'> {
  work: RemovalWork;
}

const withCases = ({ first_name, last_name }: CustomerRecord, active_cases: number): CustomerWithCases => ({
  name: fullName(first_name, last_name),
  active_cases,
});

/** D1 §4. `deleted` counts those of a bulk deletion that were deleted before. */
class HasActiveCasesError extends AppError {
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

const recordDeletion = (work: Work<'customer.deleted', 'customer.deleted'>, id: string): void => {
  work.audit('customer.deleted', id).announce('customer.deleted', id, { customer_id: id });
};

// The merges into a deleted customer go with it, and the merges into those.
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
  if (step.activeCases) throw new HasActiveCasesError([withCases(record, step.activeCases)]);
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
 * Deletes a customer, with its links to closed cases and its merged records. A repeated call continues after an
 * interruption. Throws 409 while there are active cases.
 */
const removeRecord = async (context: RemovalContext, id: string): Promise<void> => {
  for (;;) {
    const done = await context.work.attempt(
      () => context.db.customers.require(id),
      (customer) => removeOnce(context, customer),
    );
    if (done) return;
  }
};

const isActiveCustomer = (found: StoredCustomer | Tombstone | undefined): found is StoredCustomer =>
  found !== undefined && !('merged_into' in found);

/** Customers without cases are deleted together: each takes two actions, and one item announces all. */
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
    // The customer joined a case, or was deleted, during this call.
    if (error instanceof HasActiveCasesError) outcome.withCases.push(...error.customers);
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
    if (!(error instanceof WriteConflictError)) throw error;
    for (const { record } of group) await removeOne(context, record.id, outcome);
  }
};

const isFree = ({ record, merges }: StoredCustomer): boolean =>
  record.link_count === 0 && merges.length === 0 && record.open_merge === null;

/** Reads the cases themselves, because everything else follows later. */
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
 * Deletes all, or none if one has active cases. It works in groups, and a repeated call continues after an
 * interruption.
 */
const bulkDeleteCustomers = handler(customerEndpoints.bulkDelete, { customers }, async ({ body }, context) => {
  const { db, work } = context;
  const found: StoredCustomer[] = [];
  for (const ids of inGroups([...new Set(body.customer_ids)], 10))
    found.push(...(await Promise.all(ids.map((id) => db.customers.find(id)))).filter(isActiveCustomer));
  if (found.length === 0) throw notFound(customerNotFound);
  const blocked = await blockedAmong(db.customers, found);
  if (blocked.length) throw new HasActiveCasesError(blocked, 0);
  const outcome: Outcome = { deleted: 0, withCases: [] };
  for (const group of inGroups(found.filter(isFree), together)) await removeTogether(context, group, outcome);
  for (const { record } of found.filter((customer) => !isFree(customer))) await removeOne(context, record.id, outcome);
  const { deleted } = outcome;
  if (outcome.withCases.length) throw new HasActiveCasesError(outcome.withCases, deleted);
  const message = `${deleted} ${deleted === 1 ? 'customer' : 'customers'} deleted`;
  return work.finish({ success: true as const, deleted_count: deleted, message });
});

/** Returns a customer with its cases and the merges that can be undone at `now`. */
const presentCustomer = (customer: StoredCustomer, now: Date): Customer => {
  const { record, links } = customer;
  const undoable = mergesOf(customer).filter(
    ({ state, undoable_until }) => state === 'done' && undoable_until > now.toISOString(),
  );
  return {
    ...rowOf(customer, now),
    version: record.version,
    notes: record.notes,
    updated_at: record.updated_at,
    ...casesOf(links),
    merges: undoable
      .map((merge) => pick(merge, ['id', 'merged_at', 'merged_by_name', 'duplicate_name', 'undoable_until']))
      .sort((a, b) => b.merged_at.localeCompare(a.merged_at)),
  };
};

/**
 * Rejects DC and territories for staff of a home that uses the documented 50 states (D2 §5). Customers belong to the
 * organization, so the home of the user counts.
 */
const assertStateOffered = async (organizations: Organizations, actor: Actor, state: string): Promise<void> => {
  if (isUsState(state)) return;
  const home = await organizations.home(actor.homeId);
  if (!home?.include_territories) throw invalid({ state: [invalidState] });
};

const updateCustomer = handler(
  customerEndpoints.update,
  { customers, organizations },
  ({ params, body }, { db, work, actor, now }) => {
    const change = async (customer: StoredCustomer) => {
      const { record } = customer;
      if (body.version !== undefined && body.version !== record.version)
        throw conflictError(customerEndpoints.update, { current: presentCustomer(customer, now) });
      const before = fieldsOf(record);
      const { fields, errors } = changedCustomer(before, body, body.is_whole_name ? withWholeNames : undefined);
      if (Object.keys(errors).length) throw invalid(errors);
      if (fields.state !== before.state) await assertStateOffered(db.organizations, actor, fields.state);
      const changes = changesBetween({ ...before }, { ...fields });
      if (changes.length === 0) return presentCustomer(customer, now);
      const next = changedRecord(record, fields, now);
      return work
        .add(db.customers.changes([{ before: record, next }]))
        .audit('customer.updated', record.id, changes)
        .announce('customer.updated', record.id, { customer_id: record.id })
        .finish(presentCustomer({ ...customer, record: next }, now));
    };
    return work.attempt(() => db.customers.require(params.id), change);
  },
);

const previewMerge = handler(customerEndpoints.mergePreview, { customers }, async ({ params, query }, { db, now }) => {
  if (query.duplicate_id === params.id) throw invalid({ duplicate_id: ['A customer cannot be merged with itself'] });
  const [survivor, duplicate] = await Promise.all([
    db.customers.require(params.id),
    db.customers.require(query.duplicate_id),
  ]);
  const [own, other] = [fieldsOf(survivor.record), fieldsOf(duplicate.record)];
  const result = mergedFields(own, other);
  return {
    survivor: presentCustomer(survivor, now),
    duplicate: presentCustomer(duplicate, now),
    fields: customerFieldNames.map((field) => ({
      field,
      survivor: own[field] ?? '',
      duplicate: other[field] ?? '',
      result: result[field] ?? '',
    })),
    cases_to_move: duplicate.links.length,
  };
});

const entered = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value));

const createCustomer = handler(
  customerEndpoints.create,
  { customers, organizations },
  async ({ body }, { db, work, actor, now }) => {
    const fields = toCustomerFields(body);
    await assertStateOffered(db.organizations, actor, fields.state);
    const record = newCustomer(uuid({ msecs: now.getTime() }), fields, now);
    const customer = presentCustomer({ record, links: [], merges: [] }, now);
    return work
      .add(db.customers.create(record))
      .audit('customer.created', record.id, changesBetween({}, entered(fields)))
      .announce('customer.created', record.id, { customer_id: record.id })
      .finish(customer);
  },
);

const undoMerge = handler(customerEndpoints.undoMerge, { customers }, async ({ params, body }, context) => {
  const { db, work, now } = context;
  const { survivor, mergeId, restored: back } = await undoMergeOf(context, params.id, body.merge_id);
  const merge = mergesOf(survivor).find(({ id }) => id === mergeId);
  if (!merge) throw notFound();
  const restored = back ?? (await db.customers.require(merge.duplicate_id));
  return work.finish({ survivor: presentCustomer(survivor, now), restored: presentCustomer(restored, now) });
});

const markNotSame = handler(customerEndpoints.notSame, { customers }, async ({ body }, { db, work }) => {
  const ids = [...new Set(body.ids)];
  const found = await db.customers.records(ids);
  if (ids.length < 2 || found.length < ids.length) throw notFound(customerNotFound);
  for (const group of inGroups(ids, together))
    await work.attempt(
      () => db.customers.records(group),
      async (records) => {
        const changes = records.map((before) => ({ before, next: differentFrom(before, ids) }));
        work.add(db.customers.changes(changes));
        for (const { id } of records)
          work.audit('customer.marked_distinct', id).announce('customer.updated', id, { customer_id: id });
        await work.step();
        return true;
      },
    );
  return work.finish({ success: true as const });
});

const mergeCustomers = handler(customerEndpoints.merge, { customers }, async ({ params, body }, context) => {
  const { mergeId, survivor } = await mergeRecords(context, params.id, body.duplicate_id);
  return context.work.finish({ merge_id: mergeId, customer: presentCustomer(survivor, context.now) });
});

const listCustomers = handler(customerEndpoints.list, { customers }, async ({ query }, { db, request, now }) => {
  const paging = pageRequest(query);
  const { count, isExact, rows } = await db.customers.list({ ...paging, ordering: query.ordering }, now);
  return { ...pageAnswer(request.path, query, paging, { count, rows }), count_is_exact: isExact };
});

const deleteCustomer = handler(customerEndpoints.delete, { customers }, async ({ params }, context) => {
  await removeRecord(context, params.id);
  return context.work.finish({ success: true as const });
});

const searchCustomers = handler(customerEndpoints.search, { customers }, ({ query }, { db, now }) =>
  db.customers.search(query.q, maxProposed, now),
);

const getCustomer = handler(customerEndpoints.get, { customers }, async ({ params }, { db, now }) =>
  presentCustomer(await db.customers.require(params.id), now),
);

export const customerRoutes = routesOf(customerEndpoints, {
  list: listCustomers,
  create: createCustomer,
  search: searchCustomers,
  cleanupDuplicates,
  notSame: markNotSame,
  bulkDelete: bulkDeleteCustomers,
  get: getCustomer,
  update: updateCustomer,
  delete: deleteCustomer,
  mergePreview: previewMerge,
  merge: mergeCustomers,
  undoMerge,
});
