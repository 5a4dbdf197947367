import { describe, expect, it } from 'vitest';
import { formatMeasure } from './figures.ts';
import {
  freezeMonth,
  isEmptyMonth,
  lastMonth,
  monthReportPaper,
  monthToReport,
  tableDays,
  tableRows,
} from './month-report.ts';
import type { Figure, FigureTable } from './report.schema.ts';

const east = 'America/New_York';
const west = 'Pacific/Honolulu';
const at = (instant: string): Date => new Date(instant);
const row = (title: string, value: string, before: string | null = null): Figure => ({
  ...{ id: title, title, unit: 'money', value, before, of: null, behind: null },
});
const table = (id: string, rows: Figure[], heading = 'Item'): FigureTable => ({
  ...{ id, title: `Title of ${id}`, unit: 'money', heading, note: '', rows, total: null },
});
const about = { month: '2026-10', made_at: '2026-11-01T10:00:00.000Z', organization: 'Whitcomb & Ames' };

describe('monthToReport', () => {
  it('returns the month over at every location, from 5 a.m. at the last of them', () => {
    expect(lastMonth([east], at('2026-11-01T03:59:00Z'))).toBe('2026-09');
    expect(lastMonth([east], at('2026-11-01T04:00:00Z'))).toBe('2026-10');
    expect(lastMonth([east, west], at('2026-11-01T09:59:00Z'))).toBe('2026-09');
    // Clocks go back that night: 5 a.m. is 10:00 UTC.
    expect(monthToReport([east], at('2026-11-01T09:59:00Z'))).toBeUndefined();
    expect(monthToReport([east], at('2026-11-01T10:00:00Z'))).toBe('2026-10');
    expect(monthToReport([east, west], at('2026-11-01T14:59:00Z'))).toBeUndefined();
    expect(monthToReport([east, west], at('2026-11-01T15:00:00Z'))).toBe('2026-10');
  });

  it('returns the month for a week, not in the middle of the next month', () => {
    expect(monthToReport([east], at('2026-11-07T20:00:00Z'))).toBe('2026-10');
    expect(monthToReport([east], at('2026-11-08T12:00:00Z'))).toBeUndefined();
    expect(monthToReport([east], at('2027-01-02T20:00:00Z'))).toBe('2026-12');
  });
});

describe('freezeMonth', () => {
  it('stores table values, combining many rows into the largest and a remainder', () => {
    const rows = Array.from({ length: 45 }, (_, n) => row(`Item ${n}`, '10.10', '1.05'));
    const [frozen] = freezeMonth(about, [{ before: null, figures: [], tables: [table('sales', rows)] }]).tables;
    expect(frozen?.rows).toHaveLength(31);
    expect(frozen?.rows.at(-1)).toEqual({ title: '15 others', value: '151.50', before: '15.75', of: null });
  });

  it('recognizes an empty month: nothing happened and nothing is open', () => {
    const of = (value: string, before: string | null) =>
      freezeMonth(about, [{ before: null, figures: [row('a', value, before)], tables: [] }]);
    expect(isEmptyMonth(of('0.00', '0.00'))).toBe(true);
    expect(isEmptyMonth(of('0.00', '12.00'))).toBe(false);
    expect(isEmptyMonth(of('0.01', null))).toBe(false);
  });

  it('prints the previous year, and a chart next to the table of months', () => {
    const months = table('by-month', [row('Sep 2026', '0.00', '5.00'), row('Oct 2026', '1200.00', '0.00')], 'Month');
    const paper = monthReportPaper(
      freezeMonth(about, [
        {
          before: { from: '2025-10-01', to: '2025-10-31' },
          figures: [row('Contracts', '1200.00', '900.00'), { ...row('Call to filing', '0.0'), unit: 'days', of: 0 }],
          tables: [months, table('none', [row('Cash', '0.00', '0.00')])],
        },
      ]),
    );
    expect(paper.title).toBe('October 2026 report');
    expect(paper.parts).toEqual([
      {
        kind: 'text',
        text: 'Oct 1, 2026 – Oct 31, 2026, compared with Oct 1, 2025 – Oct 31, 2025. Data as of Nov 1, 2026. Later changes are not included.',
      },
      expect.objectContaining({
        rows: [
          ['Contracts', '$1,200.00', '$900.00'],
          ['Call to filing', 'None', ''],
        ],
      }),
      { kind: 'heading', text: 'Title of by-month' },
      {
        kind: 'columns',
        altText: 'Title of by-month. The same data is in the table below.',
        columns: [
          { label: 'Sep', text: '$0', value: 0 },
          { label: 'Oct', text: '$1.2K', value: 1200 },
        ],
      },
      expect.objectContaining({
        rows: [
          ['Sep 2026', '$0.00', '$5.00'],
          ['Oct 2026', '$1,200.00', '$0.00'],
        ],
      }),
      { kind: 'heading', text: 'Title of none' },
      { kind: 'text', text: 'None.' },
    ]);
  });
});

describe('tableRows', () => {
  const march = { from: '2026-03-01', to: '2026-03-31' };
  const days = { ...march, today: '2026-11-26', before: { from: '2025-03-01', to: '2025-03-31' } };

  it('states the period of its figures', () => {
    const sales = table('sales', [row('Hearse', '3', '2')]);
    expect(tableRows(sales, days)).toEqual([
      ['Item', 'Title of sales, 2026-03-01 to 2026-03-31', '2025-03-01 to 2025-03-31'],
      ['Hearse', '3', '2'],
    ]);
    expect(tableDays(sales, days)).toBe('2026-03-01-2026-03-31');
  });

  it.each([
    ['owed', 'Age'],
    ['staff-load', 'Opened by'],
  ])('states that %s is the current state, not of the report’s period', (id, heading) => {
    const current = table(id, [row('One', '3')], heading);
    expect(tableRows(current, days)).toEqual([
      [heading, `Title of ${id}, as of 2026-11-26`],
      ['One', '3'],
    ]);
    expect(tableDays(current, days)).toBe('2026-11-26');
  });
});

describe('formatMeasure', () => {
  it('does not fail on amounts beyond the safe integers', () => {
    expect(formatMeasure('money', 125_050)).toBe('1250.50');
    expect(formatMeasure('money', -5)).toBe('-0.05');
    expect(formatMeasure('money', 2 ** 54)).toBe('180143985094819.84');
    expect(formatMeasure('count', 2 ** 54)).toBe('18014398509481984');
  });
});
