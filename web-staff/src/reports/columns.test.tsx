// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Figure, FigureTable } from '#domain/reports/report.schema.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { Columns } from './reports-page.tsx';

const month = (id: string, value: string, before: string): Figure => ({
  ...{ id, title: id, unit: 'count', value, before, of: null, behind: null },
});
const table = (...rows: Figure[]): FigureTable => ({
  ...{ id: 'months', title: 'Cases', unit: 'count', heading: 'Month', note: '', rows, total: null },
});

describe('Columns', () => {
  it('opens the records of a month by mouse, if it has any', () => {
    const behind = { figure: 'opened.n', from: '2026-10-01', to: '2026-10-31' };
    const months = table({ ...month('Oct 2026', '4', '0'), behind }, { ...month('Nov 2026', '0', '3'), behind });
    renderPage(<Columns table={months} />, { call: answering({}) });
    const ways = [...document.querySelectorAll('a')].map((way) => [way.getAttribute('href'), way.tabIndex]);
    // Keyboard and screen reader use the table below.
    expect(ways).toEqual([
      ['/insight/records?figure=opened.n&from=2026-10-01&to=2026-10-31&title=Cases%3A+Oct+2026', -1],
    ]);
  });
});
