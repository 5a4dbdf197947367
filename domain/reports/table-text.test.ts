import { describe, expect, it } from 'vitest';
import { tableDays, tableRows } from './month-report.ts';
import type { Figure, FigureTable } from './report.schema.ts';

const days = {
  today: '2026-11-26',
  from: '2026-03-01',
  to: '2026-03-31',
  before: { from: '2025-03-01', to: '2025-03-31' },
};
const row = (title: string, value: string, before: string | null): Figure => ({
  ...{ id: title, title, unit: 'count', value, before, of: null, behind: null },
});
const table = (id: string, heading: string, rows: Figure[]): FigureTable => ({
  ...{ id, title: 'Figures', unit: 'count', heading, note: '', rows, total: null },
});

describe('tableRows', () => {
  it('states the period of its metrics', () => {
    const sales = table('sales', 'Item', [row('Hearse', '3', '2')]);
    expect(tableRows(sales, days)).toEqual([
      ['Item', 'Figures, 2026-03-01 to 2026-03-31', '2025-03-01 to 2025-03-31'],
      ['Hearse', '3', '2'],
    ]);
    expect(tableDays(sales, days)).toBe('2026-03-01-2026-03-31');
  });

  it.each([
    ['owed', 'Age'],
    ['staff-load', 'Opened by'],
  ])('states that %s is the current state, not of the report’s period', (id, heading) => {
    const standing = table(id, heading, [row('One', '3', null)]);
    expect(tableRows(standing, days)).toEqual([
      [heading, 'Figures, as of 2026-11-26'],
      ['One', '3'],
    ]);
    expect(tableDays(standing, days)).toBe('2026-11-26');
  });
});
