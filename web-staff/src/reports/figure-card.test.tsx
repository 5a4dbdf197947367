// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Figure, FigureTable } from '#domain/reports/report.schema.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { FigureCard } from './reports-page.tsx';

const row = (title: string, of: number): Figure => ({
  ...{ id: title, title, unit: 'days', value: '0.0', before: null, of },
  behind: { figure: 'arranged.days', from: '2026-11-01', to: '2026-11-26' },
});
const draw = (...rows: Figure[]) => {
  const table: FigureTable = {
    ...{
      id: 'times',
      title: 'Turnaround times',
      unit: 'days',
      heading: 'From first call',
      note: '',
      rows,
      total: null,
    },
  };
  renderPage(<FigureCard table={table} before={null} onExport={() => undefined} />, { call: answering({}) });
};

describe('FigureCard', () => {
  it('shows a mean of zero days and links to its records', () => {
    draw(row('Call to arrangement', 4), row('Call to filing', 0));
    expect(screen.queryByText('No data.')).toBeNull();
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['0 days']);
    expect(screen.getByText('–')).toBeTruthy();
  });

  it('shows an empty state', () => {
    draw(row('Call to arrangement', 0));
    expect(screen.getByText('No data.')).toBeTruthy();
  });
});
