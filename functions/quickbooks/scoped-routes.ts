import { exportTypes } from '#domain/cases/case-export.ts';
import { quickBooksEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import { monthRows } from '#domain/quickbooks/reconciliation-text.ts';
import { csvLine } from '#domain/shared/values/csv.ts';
import { paymentsReadOnly } from '#functions/payments/repository/payments.ts';
import { handler, organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { quickBooks } from './client/adapters.ts';
import { postingsReadOnly, quickBooksSettingsReadOnly } from './repository/postings.ts';
import { compareMonth } from './shared/company.ts';

/** A byte-order mark, by which spreadsheets detect UTF-8. */
const mark = '\u{FEFF}';

const exportReconciliation = handler(
  quickBooksEndpoints.exportReconciliation,
  { quickBooksSettings: quickBooksSettingsReadOnly, postings: postingsReadOnly, paymentsReadOnly, quickBooks },
  async ({ query }, { db, actor, now, quickBooks: companies }) => {
    const made = await compareMonth({ db, companies, organizationId: actor.organizationId, now }, query);
    const content = [mark, ...monthRows(made).map(csvLine)].join('');
    const company = query.company === undefined ? '' : `${query.company}-`;
    return { type: exportTypes.csv, name: `quickbooks-${company}${query.month}.csv`, content };
  },
);

export const quickBooksScopedRoutes = organizationScopedRoutes(quickBooksEndpoints, { exportReconciliation });
