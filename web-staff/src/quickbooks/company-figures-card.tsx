import { Anchor, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import {
  type FinancialOverview,
  type OverviewScope,
  overviewScopes,
  type QuickBooksInvoice,
  type QuickBooksStatus,
} from '#domain/quickbooks/quickbooks.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatAmount } from '#domain/shared/values/money.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { Chip } from '../ui/chip.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { EmptyState, QueryState } from '../ui/feedback/states.tsx';
import { SettingsCard, SettingsFacts } from '../ui/page/settings-card.tsx';
import { exactTime } from '../ui/time/time-text.ts';
import { invoicesQuery, overviewQuery, postingsQuery } from './queries.ts';
import classes from './quickbooks.module.css';
import { useCompany } from './use-company.ts';

/** A table wider than a phone must be focusable, so that arrow keys can scroll it. */
const reachable = (label: string) => ({ role: 'group', tabIndex: 0, 'aria-label': label }) as const;

export const ScrollGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.scroll} {...reachable(label)}>
    {children}
  </div>
);

const scopeLabels: Record<OverviewScope, string> = {
  month: 'This month',
  quarter: 'This quarter',
  year: 'This year',
  all: 'All years',
};
const invoicesShown = 10;

export const CompanyFiguresCard = ({ status }: { status: QuickBooksStatus }) => {
  const [scope, setScope] = useState<OverviewScope>('month');
  return (
    <SettingsCard title="QuickBooks totals">
      <NativeSelect
        label="Period"
        data={overviewScopes.map((value) => ({ value, label: scopeLabels[value] }))}
        value={scope}
        onChange={({ currentTarget: { value } }) => setScope(overviewScopes.find((one) => one === value) ?? 'month')}
      />
      <Overview scope={scope} />
      <h3 className={classes.part}>Latest invoices</h3>
      <Invoices realm={status.realm_id} />
    </SettingsCard>
  );
};

const Overview = ({ scope }: { scope: OverviewScope }) => {
  const query = useQuery(overviewQuery(useApi(), scope, useCompany()));
  if (query.data) return <Figures overview={query.data} />;
  return <QueryState query={query} rows={6} height={32} />;
};

const Figures = ({ overview }: { overview: FinancialOverview }) => {
  const { scope, period, receivables, open_invoices, overdue_invoices, as_of, stale } = overview;
  const { current, d1_30, d31_60, d61_90, d91_plus, total } = receivables;
  const until = formatDate(period.to);
  const facts = [
    { label: scopeLabels[scope], value: scope === 'all' ? `Until ${until}` : `${formatDate(period.from)} to ${until}` },
    { label: 'Income', value: formatAmount(overview.income) },
    { label: 'Expenses', value: formatAmount(overview.expenses) },
    { label: 'Net income', value: formatAmount(overview.net_income) },
    { label: 'Owed to the company', value: formatAmount(total) },
    { label: 'Not due yet', value: formatAmount(current) },
    { label: '1 to 30 days late', value: formatAmount(d1_30) },
    { label: '31 to 60 days late', value: formatAmount(d31_60) },
    { label: '61 to 90 days late', value: formatAmount(d61_90) },
    { label: '91 days late or more', value: formatAmount(d91_plus) },
    { label: 'Open invoices', value: `${open_invoices.toLocaleString('en-US')}, overdue: ${overdue_invoices}` },
  ];
  return (
    <>
      <p className={classes.dim}>As of {exactTime(as_of)}</p>
      {stale && (
        <Notice tone="warning" title="QuickBooks did not answer">
          These figures are older than ten minutes.
        </Notice>
      )}
      <SettingsFacts facts={facts} />
    </>
  );
};

const Invoices = ({ realm }: { realm: string | null }) => {
  const call = useApi();
  const query = useQuery(invoicesQuery(call, useCompany()));
  // Sent entries link invoices to cases; another part of the page polls them.
  const sent = useQuery({ ...postingsQuery(call, 'sent'), refetchInterval: false });
  if (!query.data) return <QueryState query={query} rows={4} height={40} />;
  if (query.data.length === 0) return <EmptyState title="No invoices in QuickBooks yet" />;
  const ofCompany = sent.data?.results.filter((one) => one.kind === 'invoice' && one.realm_id === realm) ?? [];
  const cases = new Map(ofCompany.map(({ quickbooks_id, case_id }) => [quickbooks_id, case_id]));
  return (
    <ScrollGroup label="Latest invoices">
      <table className={classes.table} aria-label="Latest invoices">
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Family</th>
            <th scope="col">Due</th>
            <th scope="col" className={classes.number}>
              Amount
            </th>
            <th scope="col" className={classes.number}>
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {query.data.slice(0, invoicesShown).map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} caseId={cases.get(invoice.id)} />
          ))}
        </tbody>
      </table>
    </ScrollGroup>
  );
};

const InvoiceRow = ({ invoice, caseId }: { invoice: QuickBooksInvoice; caseId: string | undefined }) => (
  <tr>
    <th scope="row">{invoice.doc_number || '—'}</th>
    <td>
      {caseId === undefined ? (
        invoice.customer
      ) : (
        <Anchor component={Link} to={paths.case(caseId)} fz="inherit">
          {invoice.customer}
        </Anchor>
      )}
    </td>
    <td>
      {invoice.due_date ? formatDate(invoice.due_date) : '—'}{' '}
      {invoice.status === 'overdue' && <Chip tone="danger">Overdue</Chip>}
    </td>
    <td className={classes.number}>{formatAmount(invoice.total)}</td>
    <td className={classes.number}>{formatAmount(invoice.balance)}</td>
  </tr>
);
