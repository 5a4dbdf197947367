// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type {
  FinancialOverview,
  OverviewScope,
  QuickBooksInvoice,
  QuickBooksStatus,
} from '#domain/quickbooks/quickbooks.schema.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { CompanyFiguresCard } from './company-figures-card.tsx';

const realm_id = '9341450001';
const caseRecord = '0193a000-0000-7000-8000-000000000301';
const status = {
  ...{ connected: true, company_name: 'Whitcomb & Ames', realm_id, environment: 'sandbox', is_mapped: true },
  ...{ connected_at: '2026-03-01T08:00:00.000Z', connected_by_name: 'Eleanor Whitcomb', refresh_expires_at: null },
  ...{ needs_reconnect: false, paused_until: null, waiting_count: 0, failed_count: 0, companies: [], homes: [] },
} satisfies QuickBooksStatus;
const overview = (scope: OverviewScope, more: Partial<FinancialOverview> = {}): FinancialOverview => ({
  ...{ scope, period: { from: scope === 'year' ? '2026-01-01' : '2026-03-01', to: '2026-03-10' } },
  ...{ income: '12000.00', expenses: '4500.50', net_income: '7499.50', open_invoices: 4, overdue_invoices: 1 },
  receivables: {
    ...{ current: '900.00', d1_30: '250.00', d31_60: '0.00', d61_90: '0.00', d91_plus: '0.00', total: '1150.00' },
  },
  ...{ as_of: '2026-03-10T15:00:00.000Z', stale: false, ...more },
});
const invoices: QuickBooksInvoice[] = [
  {
    ...{ id: '71', doc_number: 'WA-2026-0003', customer: 'Haddad, Samira', date: '2026-03-02', due_date: '2026-03-09' },
    ...{ total: '1000.00', balance: '250.00', status: 'overdue' },
  },
  {
    ...{ id: '70', doc_number: '', customer: 'Harbor Florist', date: '2026-03-01', due_date: null },
    ...{ total: '80.00', balance: '0.00', status: 'paid' },
  },
];
const entry = { kind: 'invoice', realm_id, quickbooks_id: '71', case_id: caseRecord };
const scopeOf = (input: unknown): OverviewScope => (input as { query: { scope: OverviewScope } }).query.scope;

const draw = (answers: Record<string, (input: unknown) => unknown> = {}) =>
  renderPage(<CompanyFiguresCard status={status} />, {
    call: answering({
      'GET /api/quickbooks/financial-overview/': (input) => overview(scopeOf(input)),
      'GET /api/quickbooks/invoices/': () => invoices,
      'GET /api/quickbooks/sync/entries/': () => ({ results: [entry], more: false }),
      ...answers,
    }),
  });

describe('CompanyFiguresCard (D3 §2)', () => {
  it('shows the figures of a period with their time', async () => {
    draw();
    expect(await screen.findByText('$12,000.00')).toBeTruthy();
    for (const text of ['$4,500.50', '$7,499.50', '$1,150.00', '4, overdue: 1', 'Mar 1, 2026 to Mar 10, 2026'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText(/^As of Mar 10, 2026/)).toBeTruthy();
    expect(screen.queryByText('QuickBooks did not answer')).toBeNull();
    fireEvent.change(screen.getByLabelText('Period'), { target: { value: 'year' } });
    expect(await screen.findByText('Jan 1, 2026 to Mar 10, 2026')).toBeTruthy();
  });

  it('shows older figures as such if QuickBooks did not respond', async () => {
    draw({ 'GET /api/quickbooks/financial-overview/': (input) => overview(scopeOf(input), { stale: true }) });
    expect(await screen.findByText('QuickBooks did not answer')).toBeTruthy();
  });

  it('links the latest invoices to their cases', async () => {
    draw();
    const table = within(await screen.findByRole('table', { name: 'Latest invoices' }));
    const link = await table.findByRole('link', { name: 'Haddad, Samira' });
    expect(link.getAttribute('href')).toBe(`/cases/${caseRecord}`);
    for (const text of ['WA-2026-0003', 'Mar 9, 2026', 'Overdue', '$1,000.00', '$250.00', 'Harbor Florist'])
      expect(table.getByText(text)).toBeTruthy();
    expect(table.queryByRole('link', { name: 'Harbor Florist' })).toBeNull();
  });
});
