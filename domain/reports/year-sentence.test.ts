import { describe, expect, it } from 'vitest';
import type { Figure } from './report.schema.ts';
import { yearSentence } from './year-sentence.ts';

const figure = (id: string, value: string, before: string | null = null): Figure => ({
  ...{ id, title: id, unit: 'count', value, before, of: null, behind: null },
});
const before = { from: '2025-01-01', to: '2025-11-29' };

describe('yearSentence', () => {
  it.each([
    ['70', '57', '23045.00', '70 cases this year, 13 more than by this day in 2025; $23,045 is owed to you.'],
    ['1', '3', '0.50', '1 case this year, 2 fewer than by this day in 2025; $0.50 is owed to you.'],
    ['4', '4', '0.00', '4 cases this year, as many as by this day in 2025.'],
  ])('compares %s cases with %s of last year, with $%s owed', (now, then, owed, sentence) => {
    expect(yearSentence({ figures: [figure('opened', now, then)], before }, [figure('outstanding', owed)])).toBe(
      sentence,
    );
  });

  it('adds what families and insurers owe, and compares only with a previous year', () => {
    const owed = [figure('received', '9.00'), figure('families', '100.00'), figure('insurers', '20.25')];
    expect(yearSentence({ figures: [figure('opened', '2')], before: null }, owed)).toBe(
      '2 cases this year; $120.25 is owed to you.',
    );
  });

  it('says nothing without a count of cases', () => {
    expect(yearSentence({ figures: [], before: null }, [])).toBe('');
  });
});
