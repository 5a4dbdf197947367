import { exportTypes } from '#domain/cases/case-export.ts';
import { accountingEndpoints } from '#domain/quickbooks/accounting.endpoints.ts';
import { monthRows } from '#domain/quickbooks/reconciliation-table.ts';
import { csvLine } from '#domain/shared/values/csv.ts';
import { paymentsRead } from '#functions/payments/repository/payments.ts';
import { quickBooks } from '#functions/platform/api/dependencies.ts';
import { handler, organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { accountingEntriesRead, accountingRead } from './repository/accounting-entries.ts';
import { compareMonth } from './shared/company.ts';

/** A byte-order mark, by which spreadsheets know that the file is UTF-8. */
const mark = '\u{FEFF}';

const exportReconciliation = handler(
  accountingEndpoints.exportReconciliation,
  { accounting: accountingRead, accountingEntries: accountingEntriesRead, paymentsRead, quickBooks },
  async ({ query }, { db, actor, now, quickBooks: companies }) => {
    const made = await compareMonth({ db, companies, organizationId: actor.organizationId, now }, query);
    const content = [mark, ...monthRows(made).map(csvLine)].join('');
    const company = query.company === undefined ? '' : `${query.company}-`;
    return { type: exportTypes.csv, name: `quickbooks-${company}${query.month}.csv`, content };
  },
);

export const accountingScopedRoutes = organizationScopedRoutes(accountingEndpoints, { exportReconciliation });
