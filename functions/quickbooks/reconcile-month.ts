import { accountingEndpoints } from '#domain/quickbooks/accounting.endpoints.ts';
import { paymentsRead } from '#functions/payments/repository/payments.ts';
import { quickBooks } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { accounting } from '#functions/quickbooks/repository/accounting.ts';
import { accountingEntries } from '#functions/quickbooks/repository/accounting-entries.ts';
import { compareMonth } from './shared/compare-month.ts';

export const reconcileMonth = handler(
  accountingEndpoints.reconciliation,
  { accounting, accountingEntries, paymentsRead, quickBooks },
  ({ query }, { db, actor, now, quickBooks: companies }) =>
    compareMonth({ db, companies, organizationId: actor.organizationId, now }, query),
);
