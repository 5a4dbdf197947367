import { describe, expect, it } from 'vitest';
import {
  ages,
  daysOf,
  daysOfAge,
  daysOfMonth,
  firstDay,
  inMonths,
  lastDay,
  monthsUpTo,
  yearBefore,
} from './periods.ts';

describe('report periods', () => {
  it('starts with the month, quarter or year and ends today', () => {
    expect(daysOf('month', '2026-11-23')).toEqual({ from: '2026-11-01', to: '2026-11-23' });
    expect(daysOf('quarter', '2026-11-23')).toEqual({ from: '2026-10-01', to: '2026-11-23' });
    expect(daysOf('quarter', '2026-03-31')).toEqual({ from: '2026-01-01', to: '2026-03-31' });
    expect(daysOf('year', '2026-11-23')).toEqual({ from: '2026-01-01', to: '2026-11-23' });
    expect(daysOf('all', '2026-11-23')).toEqual({ from: firstDay, to: '2026-11-23' });
  });

  it('compares with the same dates of the previous year, by whole months', () => {
    expect(yearBefore({ from: '2026-11-01', to: '2026-11-23' })).toEqual({ from: '2025-11-01', to: '2025-11-23' });
    expect(yearBefore({ from: '2025-02-01', to: '2025-02-28' })).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(yearBefore({ from: '2024-02-29', to: '2024-02-29' })).toEqual({ from: '2023-02-28', to: '2023-02-28' });
    // A partial month gets no additional leap day.
    expect(yearBefore({ from: '2025-02-28', to: '2025-02-28' })).toEqual({ from: '2024-02-28', to: '2024-02-28' });
    expect(yearBefore({ from: '2025-02-20', to: '2025-02-28' })).toEqual({ from: '2024-02-20', to: '2024-02-28' });
    expect(yearBefore(daysOf('all', '2026-11-23'))).toBeUndefined();
  });

  it('ages cover every date once, also future ones', () => {
    const days = ages.map((age) => daysOfAge(age, '2026-03-31'));
    expect(days).toEqual([
      { from: '2026-03-01', to: lastDay },
      { from: '2026-01-30', to: '2026-02-28' },
      { from: '2025-12-31', to: '2026-01-29' },
      { from: firstDay, to: '2025-12-30' },
    ]);
  });

  it('monthsUpTo returns months in order', () => {
    expect(monthsUpTo('2026-02-28', 3)).toEqual(['2025-12', '2026-01', '2026-02']);
    expect(daysOfMonth('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  });

  it.each([
    ['2026-03-01', '2026-03-31', ['2026-03', '2026-03'], []],
    ['2026-03-01', '2026-03-30', undefined, [['2026-03-01', '2026-03-30']]],
    ['2026-01-15', '2026-02-10', undefined, [['2026-01-15', '2026-02-10']]],
    ['2025-12-31', '2026-02-28', ['2026-01', '2026-02'], [['2025-12-31', '2025-12-31']]],
    [
      '2024-02-02',
      '2024-04-29',
      ['2024-03', '2024-03'],
      [
        ['2024-02-02', '2024-02-29'],
        ['2024-04-01', '2024-04-29'],
      ],
    ],
    ['9999-12-31', '9999-12-31', undefined, [['9999-12-31', '9999-12-31']]],
    [firstDay, lastDay, ['1850-01', '9999-12'], []],
  ])('from %s to %s are the whole months %j and the days %j', (from, to, months, ends) => {
    expect(inMonths({ from, to })).toEqual({ months, ends: ends.map(([first, last]) => ({ from: first, to: last })) });
  });
});
