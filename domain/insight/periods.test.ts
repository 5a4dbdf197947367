import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#domain/values/calendar-date.ts';
import { ages, daysOf, daysOfAge, daysOfMonth, firstDay, lastDay, monthsUpTo, partsOf, yearBefore } from './periods.ts';

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
    expect(yearBefore(daysOf('all', '2026-11-23'))).toBeUndefined();
  });

  it('are whole months, with the days at either end or without the others of their months', () => {
    const today = '2026-11-23';
    expect(partsOf({ from: '2026-01-20', to: '2026-03-10' }, today)).toEqual({
      months: { from: '2026-02', to: '2026-02' },
      days: [
        { from: '2026-01-20', to: '2026-01-31' },
        { from: '2026-03-01', to: '2026-03-10' },
      ],
      less: [],
    });
    expect(partsOf({ from: '2026-01-10', to: '2026-03-25' }, today)).toEqual({
      months: { from: '2026-01', to: '2026-03' },
      days: [],
      less: [
        { from: '2026-01-01', to: '2026-01-09' },
        { from: '2026-03-26', to: '2026-03-31' },
      ],
    });
    expect(partsOf({ from: '2026-02-03', to: '2026-02-26' }, today)).toEqual({
      months: { from: '2026-02', to: '2026-02' },
      days: [],
      less: [
        { from: '2026-02-01', to: '2026-02-02' },
        { from: '2026-02-27', to: '2026-02-28' },
      ],
    });
    expect(partsOf({ from: firstDay, to: lastDay }, today)).toEqual({
      ...{ months: { from: '1850-01', to: '9999-12' }, days: [], less: [] },
    });
  });

  it('take a month that has begun as a whole, without what is dated ahead', () => {
    expect(partsOf({ from: '2026-11-01', to: '2026-11-05' }, '2026-11-05')).toEqual({
      months: { from: '2026-11', to: '2026-11' },
      days: [],
      less: [{ from: '2026-11-06', to: '2026-11-30' }],
    });
    expect(partsOf({ from: '2026-11-05', to: '2026-11-05' }, '2026-11-05').days).toHaveLength(1);
  });

  it('have each of their days once, and no other', () => {
    const begin = '2023-11-07';
    const day = fc.integer({ min: 0, max: 1200 }).map((days) => addDays(begin, days));
    fc.assert(
      fc.property(day, day, day, (a, b, today) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const { months, days, less } = partsOf({ from, to }, today);
        const times = new Map<string, number>();
        const add = ({ from: first, to: last }: { from: string; to: string }, by: number) => {
          for (let one = first; one <= last; one = addDays(one, 1)) times.set(one, (times.get(one) ?? 0) + by);
        };
        if (months) add({ from: daysOfMonth(months.from).from, to: daysOfMonth(months.to).to }, 1);
        for (const one of days) add(one, 1);
        for (const one of less) add(one, -1);
        const counted = [...times].filter(([, by]) => by !== 0);
        expect(counted.every(([one, by]) => by === 1 && one >= from && one <= to)).toBe(true);
        expect(counted).toHaveLength(daysBetween(from, to) + 1);
        // Half a month at either end is read day by day, as far as anything has happened.
        let read = 0;
        for (const { from: first, to: last } of [...days, ...less])
          for (let one = first; one <= last && one <= today; one = addDays(one, 1)) read++;
        expect(read).toBeLessThanOrEqual(31);
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
