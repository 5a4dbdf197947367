import { describe, expect, it } from 'vitest';
import { dayName, rangeOf, step, titleOf } from './calendar-range.ts';

describe('calendar ranges', () => {
  it.each([
    ['week', '2026-11-20', '2026-11-20', '2026-11-26', 'November 20 – 26, 2026'],
    ['week', '2026-11-27', '2026-11-27', '2026-12-03', 'November 27 – December 3, 2026'],
    ['agenda', '2026-12-25', '2026-12-25', '2027-01-07', 'December 25, 2026 – January 7, 2027'],
    ['day', '2026-11-20', '2026-11-20', '2026-11-20', 'Friday, November 20, 2026'],
    ['month', '2026-11-20', '2026-11-01', '2026-12-12', 'November 2026'],
    ['month', '2026-08-31', '2026-07-26', '2026-09-05', 'August 2026'],
  ] as const)('covers the days of the %s of %s', (view, date, from, to, title) => {
    expect([rangeOf(view, date), titleOf(view, date)]).toEqual([{ from, to }, title]);
  });

  it('shortens the title for a phone', () => {
    expect((['week', 'day', 'month'] as const).map((view) => titleOf(view, '2026-12-30', 'short'))).toEqual([
      ...['Dec 30 – Jan 5', 'Wednesday, Dec 30', 'December 2026'],
    ]);
  });

  it.each([
    ['week', '2026-11-20', 1, '2026-11-27'],
    ['day', '2026-03-01', -1, '2026-02-28'],
    ['month', '2026-01-31', 1, '2026-02-01'],
    ['month', '2026-01-31', -1, '2025-12-01'],
  ] as const)('steps from the %s of %s by %i', (view, date, direction, next) => {
    expect(step(view, date, direction)).toBe(next);
  });

  it('names today and tomorrow', () => {
    expect(['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => dayName(day, '2026-11-20'))).toEqual([
      'Today, Friday, Nov 20',
      'Tomorrow, Saturday, Nov 21',
      'Sunday, Nov 22',
    ]);
  });
});
