import { nextOfKins } from '#domain/cases/primary-contact.ts';
import { maxCustomersOfCase } from '#domain/customers/customers-of-case.ts';
import { deletedRecordNames } from '#domain/privacy/deleted-names.ts';
import type { Cases, StoredCase } from '#functions/cases/repository/cases.ts';
import type { Customers } from '#functions/customers/repository/customer-database.ts';
import { unlinked } from '#functions/customers/shared/customers-of-case.ts';
import type { Work } from '#functions/platform/api/work.ts';
import { removeSsnWrite, revertSourceWrites, type SourceContext } from './case-origin.ts';

export interface RemovalContext extends SourceContext {
  db: SourceContext['db'] & { cases: Cases; customers: Customers };
  work: Work<
    'case.deleted' | 'case.customer_changed' | 'submission.reverted' | 'first-call.reverted' | 'customer.unlinked',
    'case.deleted' | 'submission.updated' | 'first-call.updated' | 'customer.updated'
  >;
  now: Date;
}

/** The case without some of its customers, in a transaction of its own. */
const withoutSome = async (context: RemovalContext, { core, sections }: StoredCase): Promise<StoredCase> => {
  const { db, work, now } = context;
  const leaving = Object.keys(core.customers).slice(0, maxCustomersOfCase);
  const goes = (id: unknown): boolean => leaving.includes(String(id));
  const customers = Object.fromEntries(Object.entries(core.customers).filter(([id]) => !goes(id)));
  const { informant, ...rest } = sections.informant?.values ?? {};
  const next_of_kins = nextOfKins(rest).map(({ existingCustomerId: id, ...nextOfKin }) =>
    id === undefined || goes(id) ? nextOfKin : { ...nextOfKin, existingCustomerId: id },
  );
  const values = { ...rest, ...(informant && !goes(informant) ? { informant } : {}), next_of_kins };
  const left = Object.fromEntries(leaving.map((id) => [id, core.customers[id] ?? []]));
  work.add(
    db.cases.changeCustomers(core, customers, now),
    sections.informant && db.cases.putSection(core.id, 'informant', sections.informant, values, now),
    db.customers.relink(left, {}),
  );
  work.audit(
    'case.customer_changed',
    core.id,
    leaving.map((id) => ({ field: 'customer', from: id, to: null })),
  );
  unlinked(context, core.id, leaving);
  await work.step();
  return db.cases.require(core.id);
};

/**
 * Adds to the work what takes a case away: its items, its number in clear or sealed, its place with its customers. Its
 * case number is given to nobody else, and its trail stays, with whose it was under the record's key. Where a case from
 * before there was a limit has more customers than one transaction takes, those beyond it leave before, in steps, and so do
 * older answers of its family; cut off in between, the same call goes on.
 */
export const removeCase = async (context: RemovalContext, caseRecord: StoredCase, reason: string): Promise<void> => {
  const { db, work, now } = context;
  let left = caseRecord;
  while (Object.keys(left.core.customers).length > maxCustomersOfCase) left = await withoutSome(context, left);
  for (const older of db.cases.removeOlderAnswers(left)) await work.add(older).step();
  const { core, sections } = left;
  const { id, customers } = core;
  const [nextOfKin] = nextOfKins(sections.informant?.values);
  work.add(
    db.cases.remove(left, now),
    db.customers.relink(customers, {}),
    await removeSsnWrite(context, core),
    await revertSourceWrites(context, core),
  );
  unlinked(context, id, Object.keys(customers));
  work
    .audit('case.deleted', id, [
      { field: 'case_number', from: core.case_number, to: null },
      { field: 'status', from: core.status, to: null },
      ...deletedRecordNames(sections.deceased?.values, ['deceased_first_name', 'deceased_last_name']),
      ...deletedRecordNames(nextOfKin, ['first_name', 'last_name'], 'next_of_kins.0.'),
      ...(reason ? [{ field: 'reason', from: null, to: reason }] : []),
    ])
    .announce('case.deleted', id, { case_id: id });
};
