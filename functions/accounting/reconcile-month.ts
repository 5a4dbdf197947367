import { accountingEndpoints } from '#domain/accounting/accounting.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { quickBooks } from '#functions/kernel/dependencies.ts';
import { accounting } from '#functions/records/accounting/accounting.ts';
import { accountingEntries } from '#functions/records/accounting/accounting-entries.ts';
import { paymentsRead } from '#functions/records/money/payments.ts';
import { compareMonth } from './shared/compare-month.ts';

export const reconcileMonth = handler(
  accountingEndpoints.reconciliation,
  { accounting, accountingEntries, paymentsRead, quickBooks },
  ({ query }, { db, actor, now, quickBooks: companies }) =>
    compareMonth({ db, companies, organizationId: actor.organizationId, now }, query),
);
