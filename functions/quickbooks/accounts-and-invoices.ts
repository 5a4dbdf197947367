import { accountingEndpoints } from '#domain/quickbooks/accounting.endpoints.ts';
import type { AccountingInvoice } from '#domain/quickbooks/accounting.schema.ts';
import type { QuickBooksRecord } from '#domain/quickbooks/quickbooks-records.ts';
import { parseMoney, toDecimal } from '#domain/shared/values/money.ts';
import { homesReadOnly } from '#functions/organizations/repository/homes.ts';
import { quickBooks } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { accounting } from '#functions/quickbooks/repository/accounting.ts';
import { callCompany, requireCompany } from './shared/ask-company.ts';
import { chartOfAccounts } from './shared/chart-of-accounts.ts';
import { todayAt } from './shared/today-at-home.ts';

const decimal = (dollars: number): string => toDecimal(parseMoney(dollars) ?? 0);

export const listAccounts = handler(
  accountingEndpoints.accounts,
  { accounting, quickBooks },
  async ({ query }, { db, actor, now, quickBooks: companies }) => {
    const company = await requireCompany(companies, actor.organizationId, query.company);
    const accounts = await chartOfAccounts(db.accounting, company, now);
    return accounts.map((account) => ({
      id: account.Id,
      name: account.Name,
      number: account.AcctNum ?? '',
      type: account.AccountType,
      sub_type: account.AccountSubType ?? '',
      classification: account.Classification ?? '',
      balance: decimal(account.CurrentBalance),
      active: account.Active !== false,
    }));
  },
);

const shownAtOnce = 100;

const stateOf = (
  { Balance, TotalAmt, DueDate }: QuickBooksRecord<'Invoice'>,
  today: string,
): AccountingInvoice['status'] => {
  if (Balance <= 0) return 'paid';
  if (DueDate && DueDate < today) return 'overdue';
  return Balance < TotalAmt ? 'partial' : 'open';
};

export const listInvoices = handler(
  accountingEndpoints.invoices,
  { plainHomes: homesReadOnly, quickBooks },
  async ({ query }, { db, actor, now, quickBooks: companies }) => {
    const today = await todayAt(db.plainHomes, actor, now);
    const asked = await requireCompany(companies, actor.organizationId, query.company);
    const invoices = await callCompany(asked, (company) => company.page('Invoice', '', 1, shownAtOnce, 'TxnDate DESC'));
    return invoices.map((invoice) => ({
      id: invoice.Id,
      doc_number: invoice.DocNumber ?? '',
      customer: invoice.CustomerRef.name ?? invoice.CustomerRef.value,
      date: invoice.TxnDate,
      due_date: invoice.DueDate ?? null,
      total: decimal(invoice.TotalAmt),
      balance: decimal(invoice.Balance),
      status: stateOf(invoice, today),
    }));
  },
);
