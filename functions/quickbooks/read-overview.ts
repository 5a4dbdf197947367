import { accountingEndpoints } from '#domain/quickbooks/accounting.endpoints.ts';
import { FinancialOverview, type OverviewScope } from '#domain/quickbooks/accounting.schema.ts';
import { overviewPeriod, QuickBooksReport, reportSum } from '#domain/quickbooks/accounting-reports.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { homesReadOnly } from '#functions/organizations/repository/homes.ts';
import { quickBooks } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { OutcomeUnknownError } from '#functions/platform/store/partners/partner-error.ts';
import type { QuickBooksCompany } from '#functions/quickbooks/client/quickbooks.ts';
import { accounting } from '#functions/quickbooks/repository/accounting.ts';
import { callCompany, requireCompany } from './shared/ask-company.ts';
import { todayAt } from './shared/today-at-home.ts';

const read = (answer: unknown): QuickBooksReport => {
  const parsed = QuickBooksReport.safeParse(answer);
  if (!parsed.success) throw new OutcomeUnknownError('report');
  return parsed.data;
};

const readReports = async (
  company: QuickBooksCompany,
  scope: OverviewScope,
  today: string,
  now: Date,
): Promise<FinancialOverview> => {
  const period = overviewPeriod(scope, today);
  const [profit, aged, open, overdue] = await Promise.all([
    company.report('ProfitAndLoss', { start_date: period.from, end_date: period.to, accounting_method: 'Accrual' }),
    company.report('AgedReceivables', { report_date: today }),
    company.count('Invoice', "Balance > '0'"),
    company.count('Invoice', `Balance > '0' AND DueDate < '${today}'`),
  ]);
  const [loss, owed] = [read(profit), read(aged)];
  const age = (column: string): string => toDecimal(reportSum(owed, 'GrandTotal', column));
  return {
    scope,
    period,
    income: toDecimal(reportSum(loss, 'Income')),
    expenses: toDecimal(reportSum(loss, 'Expenses')),
    net_income: toDecimal(reportSum(loss, 'NetIncome')),
    receivables: {
      current: age('Current'),
      d1_30: age('1 - 30'),
      d31_60: age('31 - 60'),
      d61_90: age('61 - 90'),
      d91_plus: age('91 and over'),
      total: age('Total'),
    },
    open_invoices: open,
    overdue_invoices: overdue,
    as_of: now.toISOString(),
    stale: false,
  };
};

/** Figures of at most ten minutes ago; while QuickBooks does not answer, those of the last day, marked as such. */
export const readOverview = handler(
  accountingEndpoints.overview,
  { accounting, plainHomes: homesReadOnly, quickBooks },
  async ({ query }, { db, actor, now, quickBooks: companies }) => {
    const company = await requireCompany(companies, actor.organizationId, query.company);
    const name = `overview.${query.scope}.${company.realmId}`;
    const known = await db.accounting.cachedAnswer(name, FinancialOverview, now);
    if (known?.fresh) return known.value;
    const today = await todayAt(db.plainHomes, actor, now);
    try {
      const overview = await callCompany(company, () => readReports(company, query.scope, today, now));
      await db.accounting.cacheAnswer(name, overview, now);
      return overview;
    } catch (error) {
      if (known) return { ...known.value, stale: true };
      throw error;
    }
  },
);
