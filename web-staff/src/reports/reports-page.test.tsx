// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Figure } from '#domain/reports/report.schema.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { ReportsPage } from './reports-page.tsx';

const row = (value: string): Figure => ({
  ...{ id: 'draft', title: 'Draft', unit: 'count', value, before: '0', of: null, behind: null },
});
const draw = (value: string) => {
  const table = { id: 'status', title: 'By status', unit: 'count', heading: 'Status', note: '', total: null };
  const days = { from: '2026-11-01', to: '2026-11-26' };
  renderPage(<ReportsPage />, {
    call: answering({
      'GET /api/services/analytics/': () => ({
        ...{
          ...days,
          today: days.to,
          before: null,
          location: null,
          figures: [],
          tables: [{ ...table, rows: [row(value)] }],
        },
      }),
      'GET /api/customers/funeral-homes/': () => ({ results: [] }),
    }),
  });
};

it('shows a single empty state, not one per table', async () => {
  draw('0');
  expect(await screen.findByText('No data yet')).toBeTruthy();
  expect(screen.queryByText('No data.')).toBeNull();
});

it('shows all tables if one of them has data', async () => {
  draw('3');
  expect(await screen.findByRole('heading', { name: 'By status' })).toBeTruthy();
  expect(screen.queryByText('No data yet')).toBeNull();
});
