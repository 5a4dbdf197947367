import { describe, expect, it } from 'vitest';
import { isBusinessDay, nextBusinessDay } from './holidays.ts';

describe('isBusinessDay', () => {
  it.each([
    ['', '2026-03-07', 'a Saturday'],
    ['', '2026-03-08', 'a Sunday'],
    ['', '2026-01-19', 'Martin Luther King Jr. Day'],
    ['', '2026-05-25', 'Memorial Day'],
    ['', '2026-07-03', 'Independence Day, which is a Saturday'],
    ['', '2027-07-05', 'Independence Day, which is a Sunday'],
    ['', '2021-12-31', 'the New Year’s Day of the year to come, a Saturday'],
    ['', '2026-11-26', 'Thanksgiving'],
    ['FL', '2026-11-27', 'the day after'],
    ['MA', '2026-04-20', 'Patriots’ Day'],
    ['AK', '2026-03-30', 'Seward’s Day'],
    ['NV', '2026-10-30', 'Nevada Day'],
    ['NY', '2026-11-03', 'Election Day'],
    ['TX', '2026-11-27', 'the day after'],
  ])('excludes in %s %s: %s', (state, day) => expect(isBusinessDay(state, day)).toBe(false));

  // From the states' published calendars of the same weekdays, 2021 and 2017.
  it.each([
    ['', 2027, ['12-24', '12-31']],
    ['', 2028, ['12-25']],
    ['TX', 2027, ['12-24']],
    ['TX', 2028, ['12-25', '12-26']],
    ['MI', 2027, ['12-23', '12-24', '12-30', '12-31']],
    ['MI', 2028, ['12-22', '12-25', '12-29']],
    ['SC', 2027, ['12-23', '12-24', '12-27', '12-31']],
    ['SC', 2028, ['12-25', '12-26', '12-27']],
  ])('closes offices in %j at Christmas %i on the weekdays %j', (state, year, closed) => {
    const days = Array.from({ length: 12 }, (_, at) => `12-${20 + at}`);
    const isWeekday = (day: string) => ![0, 6].includes(new Date(`${year}-${day}T00:00:00Z`).getUTCDay());
    expect(days.filter((day) => isWeekday(day) && !isBusinessDay(state, `${year}-${day}`))).toEqual(closed);
  });

  it('uses only holidays of the state', () => {
    // Offices of Texas are open on Texas Independence, San Jacinto and Emancipation Day.
    for (const day of ['2026-03-02', '2026-04-21', '2026-06-19', '2026-08-27', '2026-10-12'])
      expect(`${day} ${isBusinessDay('TX', day)}`).toBe(`${day} true`);
    expect(isBusinessDay('', '2026-06-19')).toBe(false);
    expect(isBusinessDay('FL', '2026-03-02')).toBe(true);
    expect(isBusinessDay('', '2026-11-27')).toBe(true);
    expect(isBusinessDay('', '2026-07-06')).toBe(true);
  });

  it('returns the day itself or the next business day', () => {
    expect(nextBusinessDay('', '2026-03-07')).toBe('2026-03-09');
    expect(nextBusinessDay('', '2026-03-09')).toBe('2026-03-09');
  });
});
