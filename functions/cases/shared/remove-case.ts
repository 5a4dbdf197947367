import type { Work } from '#functions/kernel/work.ts';
import type { Cases, StoredCase } from '#functions/records/cases.ts';
import type { Customers } from '#functions/records/customer-database.ts';
import { unlinked } from './case-customers.ts';
import { droppedSsn, revertedSource, type SourceContext } from './case-source.ts';

export interface RemovalContext extends SourceContext {
  db: SourceContext['db'] & { cases: Cases; customers: Customers };
  work: Work<
    'case.deleted' | 'submission.reverted' | 'first-call.reverted' | 'customer.unlinked',
    'case.deleted' | 'submission.updated' | 'first-call.updated' | 'customer.updated'
  >;
  now: Date;
}

/**
 * Adds to the work what takes a case away: its items, its number in clear or sealed, its place with its customers. Its
 * case number is given to nobody else, and its trail stays.
 */
export const removeCase = async (context: RemovalContext, kase: StoredCase, reason: string): Promise<void> => {
  const { db, work, now } = context;
  const { core } = kase;
  const { id, customers } = core;
  work.add(
    db.cases.remove(kase, now),
    db.customers.relink(customers, {}),
    await droppedSsn(context, core),
    await revertedSource(context, core),
  );
  unlinked(context, id, Object.keys(customers));
  work
    .audit('case.deleted', id, [
      { field: 'case_number', from: core.case_number, to: null },
      { field: 'status', from: core.status, to: null },
      ...(reason ? [{ field: 'reason', from: null, to: reason }] : []),
    ])
    .announce('case.deleted', id, { case_id: id });
};
