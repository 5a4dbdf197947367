import { describe, expect, it } from 'vitest';
import type { Figure, FigureTable } from './report.schema.ts';
import { yearSentence } from './year-sentence.ts';

const figure = (id: string, value: string, before: string | null = null): Figure => ({
  ...{ id, title: id, unit: 'count', value, before, of: null, behind: null },
});
const before = { from: '2025-01-01', to: '2025-11-29' };
const byMonth = (rows: Figure[]): FigureTable => ({
  ...{ id: 'cases-by-month', title: '', unit: 'count', heading: '', note: '', rows, total: null },
});

describe('yearSentence', () => {
  it.each([
    ['70', '57', '23045.00', '70 cases this year, 13 more than by this day in 2025; $23,045 is owed to you.'],
    ['1', '3', '0.50', '1 case this year, 2 fewer than by this day in 2025; $0.50 is owed to you.'],
    ['4', '4', '0.00', '4 cases this year, as many as by this day in 2025.'],
  ])('compares %s cases with %s of last year, with $%s owed', (now, then, owed, sentence) => {
    const year = { figures: [figure('opened', now, then)], before, tables: [] };
    expect(yearSentence(year, [figure('outstanding', owed)])).toBe(sentence);
  });

  it('adds what families and insurers owe, and compares only with a previous year', () => {
    const owed = [figure('received', '9.00'), figure('families', '100.00'), figure('insurers', '20.25')];
    expect(yearSentence({ figures: [figure('opened', '2')], before: null, tables: [] }, owed)).toBe(
      '2 cases this year; $120.25 is owed to you.',
    );
  });

  it('compares equal spans when last year begins late', () => {
    const months = byMonth([
      figure('2025-12', '20', '0'),
      figure('2026-01', '30', '0'),
      figure('2026-02', '8', '0'),
      figure('2026-03', '20', '15'),
    ]);
    expect(yearSentence({ figures: [figure('opened', '58', '15')], before, tables: [months] }, [])).toBe(
      '58 cases this year, 20 of them since March: 5 more than in that time of 2025.',
    );
  });

  it('says nothing without a count of cases', () => {
    expect(yearSentence({ figures: [], before: null, tables: [] }, [])).toBe('');
  });
});
