import { describe, expect, it } from 'vitest';
import { shortText, valueText } from '#domain/reports/month-report.ts';
import { differenceText, drillDownPath } from './figure-tiles.tsx';

describe('differenceText and drillDownPath', () => {
  it.each([
    ['money', '1250.00', '$1,250.00', '$1.3K'],
    ['money', '-40.25', '-$40.25', '-$40'],
    ['money', '999499.00', '$999,499.00', '$999K'],
    ['money', '12400000.00', '$12,400,000.00', '$12M'],
    ['money', '12400000000.00', '$12,400,000,000.00', '$12B'],
    ['money', '0.05', '$0.05', '$0.05'],
    ['days', '1.0', '1 day', '1 day'],
    ['days', '1', '1 day', '1 day'],
    ['days', '3.5', '3.5 days', '3.5 days'],
    ['days', '0', '0 days', '0 days'],
    ['percent', '40', '40%', '40%'],
    ['count', '1204', '1,204', '1,204'],
  ] as const)('formats %s as %s', (unit, value, text, short) => {
    expect([valueText(unit, value), shortText(unit, value)]).toEqual([text, short]);
  });

  it.each([
    ['count', '18', '15', '▲ 3 more than 15'],
    ['count', '12', '15', '▼ 3 fewer than 15'],
    ['money', '109.00', '100.00', '▲ 9% more than $100.00'],
    ['money', '50.00', '0.00', '▲ None last year'],
    ['count', '9', '0', '▲ None last year'],
    ['percent', '11', '0', '▲ None last year'],
    ['money', '-50.00', '0.00', '▼ less than $0.00'],
    ['days', '11.0', '13.0', '▼ shorter than last year (13 days)'],
    ['percent', '40', '40', 'Same as last year: 40%'],
  ] as const)('compares %s %s with %s', (unit, value, before, text) => {
    expect(differenceText({ unit, value, before })).toBe(text);
  });

  it('compares nothing without a previous year', () => {
    expect(differenceText({ unit: 'count', value: '1', before: null })).toBeUndefined();
  });

  it('links to the source records', () => {
    expect(drillDownPath({ figure: 'opened.n', from: '2026-11-01', to: '2026-11-23' }, 'Cases opened')).toBe(
      '/insight/records?figure=opened.n&from=2026-11-01&to=2026-11-23&title=Cases+opened',
    );
  });
});
