import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#domain/values/calendar-date.ts';
import { daysOfRun, type PeriodKind, runsCovering } from './period-runs.ts';
import { firstDay, lastDay } from './periods.ts';

describe('the periods that cover some days', () => {
  const every: readonly PeriodKind[] = ['all', 'year', 'month', 'day'];
  const read = (from: string, to: string, today = '2026-11-23', kinds = every) =>
    runsCovering({ from, to }, today, kinds).map(
      (run) => `${run.isSubtracted ? '-' : '+'} ${run.kind} ${run.from} ${run.to}`,
    );

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
    expect(read(firstDay, lastDay, '2026-11-23', ['day', 'month', 'year'])).toEqual(['+ year 1850 9999']);
  });

  it('are the days themselves where no longer periods are kept', () => {
    expect(read('2024-02-03', '2026-11-23', '2026-11-23', ['all', 'day'])).toEqual(['+ day 2024-02-03 2026-11-23']);
    expect(read(firstDay, '2026-11-23', '2026-11-23', ['all', 'day'])).toEqual([
      '+ all  ',
      '- day 2026-11-24 9999-12-31',
    ]);
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
        for (const run of runsCovering({ from, to }, today, every)) {
          const { from: first, to: last } = daysOfRun(run);
          for (let one = first; one <= last; one = addDays(one, 1)) {
            times.set(one, (times.get(one) ?? 0) + (run.isSubtracted ? -1 : 1));
            if (run.kind === 'day' && one <= today) byDay++;
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
});
