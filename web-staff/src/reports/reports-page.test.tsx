// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Figure, FigureTable } from '#domain/reports/report.schema.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { Columns, FigureCard, ReportsPage } from './reports-page.tsx';

const figure = (title: string, more: Partial<Figure> = {}): Figure => ({
  ...{ id: title, title, unit: 'count', value: '0', before: null, of: null, behind: null },
  ...more,
});
const tableOf = (heading: string, ...rows: Figure[]): FigureTable => ({
  ...{ id: 'table', title: 'Cases', unit: 'count', heading, note: '', rows, total: null },
});

it('Columns opens the records of a month by mouse, if it has any', () => {
  const behind = { figure: 'opened.n', from: '2026-10-01', to: '2026-10-31' };
  const [october, november] = [figure('Oct 2026', { value: '4', before: '0', behind }), figure('Nov 2026', { behind })];
  renderPage(<Columns table={tableOf('Month', october, november)} />, { call: answering({}) });
  const links = [...document.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.tabIndex]);
  // Keyboard and screen reader use the table below.
  expect(links).toEqual([
    ['/insight/records?figure=opened.n&from=2026-10-01&to=2026-10-31&title=Cases%3A+Oct+2026', -1],
  ]);
});

it('FigureCard shows a mean of zero days with its records, or that there is no data', () => {
  const behind = { figure: 'arranged.days', from: '2026-11-01', to: '2026-11-26' };
  const mean = (title: string, of: number) => figure(title, { unit: 'days', value: '0.0', of, behind });
  const draw = (...rows: Figure[]) =>
    renderPage(<FigureCard table={tableOf('From first call', ...rows)} before={null} onExport={() => undefined} />, {
      call: answering({}),
    });
  draw(mean('Call to arrangement', 4), mean('Call to filing', 0));
  expect(screen.queryByText('No data.')).toBeNull();
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['0 days']);
  expect(screen.getByText('–')).toBeTruthy();
  draw(mean('Call to arrangement', 0));
  expect(screen.getByText('No data.')).toBeTruthy();
});

it.each([
  ['a single empty state, not one per table', '0', 'No data yet', 'No data.'],
  ['all tables if one of them has data', '3', 'Cases', 'No data yet'],
])('ReportsPage shows %s', async (_, value, shown, hidden) => {
  const period = { from: '2026-11-01', to: '2026-11-26', today: '2026-11-26', before: null, location: null };
  const tables = [tableOf('Status', figure('Draft', { value, before: '0' }))];
  renderPage(<ReportsPage />, {
    call: answering({
      'GET /api/services/analytics/': () => ({ ...period, figures: [], tables }),
      'GET /api/services/dashboard/': () => ({
        ...period,
        figures: [],
        tables: [],
      }),
      'GET /api/customers/funeral-homes/': () => ({ results: [] }),
    }),
  });
  expect(await screen.findByText(shown)).toBeTruthy();
  expect(screen.queryByText(hidden)).toBeNull();
});

it('ReportsPage shows a figure once: under Today, or below its period', async () => {
  const today = '2026-11-26';
  const period = { from: '2026-11-01', to: today, today, before: null, location: null, tables: [] };
  const always = { figure: 'open.n', from: '1850-01-01', to: '9999-12-31' };
  const open = figure('open', { value: '12', behind: always });
  const opened = figure('opened', { value: '5', behind: { ...always, from: '2026-11-01', to: today } });
  const money = figure('received-today', { unit: 'money', value: '70.00' });
  renderPage(<ReportsPage />, {
    call: answering({
      'GET /api/services/analytics/': () => ({ ...period, figures: [opened, open] }),
      'GET /api/services/dashboard/': () => ({
        ...period,
        figures: [open, opened, figure('mine', { value: '3' }), money],
      }),
      'GET /api/customers/funeral-homes/': () => ({ results: [] }),
    }),
  });
  const list = await screen.findByRole('list', { name: 'Operations: figures' });
  expect(list.textContent).toMatch(/^opened5/);
  expect(await screen.findByText('mine')).toBeTruthy();
  const shown = screen.getByRole('list', { name: 'Today' });
  expect([...shown.children].map((one) => one.textContent)).toEqual([
    expect.stringMatching(/^open12/),
    expect.stringMatching(/^mine3/),
  ]);
});

it('ReportsPage begins with the year in one sentence', async () => {
  const today = '2026-11-26';
  const period = { from: '2026-01-01', to: today, today, location: null, tables: [] };
  const before = { from: '2025-01-01', to: '2025-11-26' };
  const opened = figure('opened', { value: '70', before: '57' });
  renderPage(<ReportsPage />, {
    call: answering({
      'GET /api/services/analytics/': () => ({ ...period, before, figures: [opened] }),
      'GET /api/services/dashboard/': () => ({
        ...{ ...period, before: null, figures: [figure('outstanding', { unit: 'money', value: '23045.00' })] },
      }),
      'GET /api/customers/funeral-homes/': () => ({ results: [] }),
    }),
  });
  const sentence = '70 cases this year, 13 more than by this day in 2025; $23,045 is owed to you.';
  expect(await screen.findByText(sentence)).toBeTruthy();
});
