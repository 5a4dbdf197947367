import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#domain/values/calendar-date.ts';
import {
  ages,
  daysOf,
  daysOfAge,
  daysOfMonth,
  daysOfPart,
  firstDay,
  lastDay,
  monthsUpTo,
  partsOf,
  yearBefore,
} from './periods.ts';

describe('periods', () => {
  it('begin with their month, quarter or year and end today', () => {
    expect(daysOf('month', '2026-11-23')).toEqual({ from: '2026-11-01', to: '2026-11-23' });
    expect(daysOf('quarter', '2026-11-23')).toEqual({ from: '2026-10-01', to: '2026-11-23' });
    expect(daysOf('quarter', '2026-03-31')).toEqual({ from: '2026-01-01', to: '2026-03-31' });
    expect(daysOf('year', '2026-11-23')).toEqual({ from: '2026-01-01', to: '2026-11-23' });
    expect(daysOf('all', '2026-11-23')).toEqual({ from: firstDay, to: '2026-11-23' });
  });

  it('are compared with the same days of the year before, whole months with whole months', () => {
    expect(yearBefore({ from: '2026-11-01', to: '2026-11-23' })).toEqual({ from: '2025-11-01', to: '2025-11-23' });
    expect(yearBefore({ from: '2025-02-01', to: '2025-02-28' })).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(yearBefore({ from: '2024-02-29', to: '2024-02-29' })).toEqual({ from: '2023-02-28', to: '2023-02-28' });
    // What is no whole month gets no leap day besides.
    expect(yearBefore({ from: '2025-02-28', to: '2025-02-28' })).toEqual({ from: '2024-02-28', to: '2024-02-28' });
    expect(yearBefore({ from: '2025-02-20', to: '2025-02-28' })).toEqual({ from: '2024-02-20', to: '2024-02-28' });
    expect(yearBefore(daysOf('all', '2026-11-23'))).toBeUndefined();
  });

  const read = (from: string, to: string, today = '2026-11-23') =>
    partsOf({ from, to }, today).map((part) => `${part.isLess ? '-' : '+'} ${part.level} ${part.from} ${part.to}`);

  it('are whole months, with the days at either end or without the others of their months', () => {
    expect(read('2026-01-20', '2026-03-10')).toEqual([
      '+ day 2026-01-20 2026-01-31',
      '+ month 2026-02 2026-02',
      '+ day 2026-03-01 2026-03-10',
    ]);
    expect(read('2026-01-10', '2026-03-25')).toEqual([
      '+ month 2026-01 2026-03',
      '- day 2026-01-01 2026-01-09',
      '- day 2026-03-26 2026-03-31',
    ]);
    expect(read('2026-02-03', '2026-02-26')).toEqual([
      '+ month 2026-02 2026-02',
      '- day 2026-02-01 2026-02-02',
      '- day 2026-02-27 2026-02-28',
    ]);
    expect(read('2026-02-26', '2026-02-03')).toEqual([]);
  });

  it('are whole years, without the months and days that are not asked for', () => {
    expect(read('2023-01-01', '2025-12-31')).toEqual(['+ year 2023 2025']);
    expect(read('2023-06-01', '2026-11-23')).toEqual([
      '+ year 2023 2026',
      '- month 2023-01 2023-05',
      '- day 2026-11-24 2026-11-30',
      '- month 2026-12 2026-12',
    ]);
    expect(read('2025-01-01', '2025-11-23')).toEqual([
      '+ year 2025 2025',
      '- day 2025-11-24 2025-11-30',
      '- month 2025-12 2025-12',
    ]);
  });

  it('are all that there is, without what comes after', () => {
    expect(read(firstDay, lastDay)).toEqual(['+ all  ']);
    expect(read(firstDay, '2026-11-23')).toEqual([
      '+ all  ',
      '- day 2026-11-24 2026-11-30',
      '- month 2026-12 2026-12',
      '- year 2027 9999',
    ]);
    const years = partsOf({ from: firstDay, to: lastDay }, '2026-11-23', { isAllKept: false });
    expect(years).toEqual([{ level: 'year', from: '1850', to: '9999', isLess: false }]);
  });

  it('take a month that has begun as a whole, without what is dated ahead', () => {
    expect(read('2026-11-01', '2026-11-05', '2026-11-05')).toEqual([
      '+ month 2026-11 2026-11',
      '- day 2026-11-06 2026-11-30',
    ]);
    expect(read('2026-11-05', '2026-11-05', '2026-11-05')).toEqual(['+ day 2026-11-05 2026-11-05']);
  });

  it('have each of their days once, and no other', () => {
    const begin = '2023-11-07';
    const day = fc.integer({ min: 0, max: 1200 }).map((days) => addDays(begin, days));
    fc.assert(
      fc.property(day, day, day, (a, b, today) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const times = new Map<string, number>();
        let byDay = 0;
        for (const part of partsOf({ from, to }, today)) {
          const { from: first, to: last } = daysOfPart(part);
          for (let one = first; one <= last; one = addDays(one, 1)) {
            times.set(one, (times.get(one) ?? 0) + (part.isLess ? -1 : 1));
            if (part.level === 'day' && one <= today) byDay++;
          }
        }
        const counted = [...times].filter(([, by]) => by !== 0);
        expect(counted.every(([one, by]) => by === 1 && one >= from && one <= to)).toBe(true);
        expect(counted).toHaveLength(daysBetween(from, to) + 1);
        // Half a month at either end is read day by day, as far as anything has happened.
        expect(byDay).toBeLessThanOrEqual(31);
      }),
    );
  });

  it('cover every age once, also what is dated ahead', () => {
    const days = ages.map((age) => daysOfAge(age, '2026-03-31'));
    expect(days).toEqual([
      { from: '2026-03-01', to: lastDay },
      { from: '2026-01-30', to: '2026-02-28' },
      { from: '2025-12-31', to: '2026-01-29' },
      { from: firstDay, to: '2025-12-30' },
    ]);
  });

  it('name months', () => {
    expect(monthsUpTo('2026-02-28', 3)).toEqual(['2025-12', '2026-01', '2026-02']);
    expect(daysOfMonth('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  });
});
