import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  ageInWords,
  ageOn,
  calendarDate,
  formatDate,
  isCalendarDate,
  lastDayNamed,
  latestToday,
  localDay,
  startOfDay,
  todayIn,
  withCentury,
} from './calendar-date.ts';

describe('calendar dates', () => {
  it.each([
    ['11', '29', '2026-11-29'],
    ['11', '30', '2025-11-30'],
    ['1', '5', '2026-01-05'],
    ['02', '29', ''],
  ])('finds the last %s/%s before the end of a day', (month, day, found) =>
    expect(lastDayNamed(month, day, '2026-11-29')).toBe(found),
  );

  it.each([
    ['0041-03-07', '1941-03-07'],
    ['41-03-07', '1941-03-07'],
    ['26-11-30', '1926-11-30'],
    ['0026-11-29', '2026-11-29'],
    ['00-02-29', '2000-02-29'],
    ['1941-03-07', '1941-03-07'],
    ['0194-03-07', '0194-03-07'],
    ['41-02-30', '41-02-30'],
    ['', ''],
  ])('reads the two-digit year of %j as the latest one: %j', (typed, day) =>
    expect(withCentury(typed, '2026-11-29')).toBe(day),
  );

  it.each(['2024-02-29', '2000-02-29', '1850-01-01'])('%s exists', (date) => expect(isCalendarDate(date)).toBe(true));

  it.each([
    ...['2023-02-29', '1900-02-29', '2025-04-31', '2025-00-10', '2025-1-1', ''].map((date) => [
      date,
      'is not a valid date',
    ]),
    ['1849-12-31', 'cannot be before 1850'],
  ])('rejects %j: %s', (date, problem) => {
    const { error } = calendarDate('Date of birth').safeParse(date);
    expect(error?.issues.map(({ message }) => message)).toEqual([`Date of birth ${problem}`]);
  });

  it.each([
    ['2007-11-20', '2025-11-19', 17],
    ['2007-11-20', '2025-11-20', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2025-01-01', '2025-01-01', 0],
  ])('a person born on %s is on %s aged %i', (birth, on, age) => expect(ageOn(birth, on)).toBe(age));

  it.each([
    ['America/New_York', '2025-11-21T03:30:00Z', '2025-11-20'],
    ['America/New_York', '2025-03-09T06:59:00Z', '2025-03-09'],
    ['Pacific/Guam', '2025-11-20T15:00:00Z', '2025-11-21'],
    ['Pacific/Honolulu', '2025-01-01T09:59:00Z', '2024-12-31'],
  ])('shows the date of %s at %s: %s', (zone, now, today) => {
    expect(todayIn(zone, new Date(now))).toBe(today);
    expect(latestToday(new Date(now)) >= today).toBe(true);
  });

  it.each(['2025-11-21T03:30:00Z', '2024-02-29T12:00:00Z', '2025-01-01T00:30:00Z'])(
    "localDay at %s is the date in this machine's time zone",
    (instant) => {
      const at = new Date(instant);
      expect(localDay(at)).toBe(todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, at));
    },
  );

  it('formatDate returns MMM d, yyyy', () => {
    expect(formatDate('2025-03-04')).toBe('Mar 4, 2025');
    expect(formatDate('unknown')).toBe('unknown');
  });
});

describe('startOfDay', () => {
  it.each([
    ['2026-07-04', 'America/New_York', '2026-07-04T04:00:00.000Z'],
    // Clocks change at 2 a.m. on these days.
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['2026-05-05', 'Pacific/Kiritimati', '2026-05-04T10:00:00.000Z'],
    // A year being typed: earlier years have the local mean time of a place.
    ['0202-01-01', 'UTC', '0202-01-01T00:00:00.000Z'],
    ['0999-12-31', 'America/New_York', '0999-12-31T04:56:02.000Z'],
    ['0000-01-01', 'Pacific/Kiritimati', '0000-01-01T10:29:20.000Z'],
    ['9999-12-31', 'America/New_York', '9999-12-31T05:00:00.000Z'],
  ])('%s in %s is %s', (day, zone, instant) => {
    expect(startOfDay(day, zone).toISOString()).toBe(instant);
  });
});

describe('addDays, addMonths and daysBetween', () => {
  it('cross months, years and leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addDays('9999-12-30', 5)).toBe('9999-12-31');
    expect(addDays('0000-01-02', -5)).toBe('0000-01-01');
    expect(addMonths('2026-08-31', 6)).toBe('2027-02-28');
    expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
    expect(addMonths('2026-01-15', -12)).toBe('2025-01-15');
  });
});

describe('ageInWords', () => {
  it.each([
    ['1938-03-04', '2026-11-18', '88'],
    ['2025-11-19', '2026-11-18', '11 months'],
    ['2026-01-31', '2026-04-30', '2 months'],
    ['2026-09-23', '2026-11-17', '7 weeks'],
    ['2026-11-05', '2026-11-18', '13 days'],
    ['2026-11-17', '2026-11-18', '1 day'],
    ['2026-11-18', '2026-11-18', 'less than 1 day'],
    ['2026-11-19', '2026-11-18', ''],
  ])('from %s to %s: %j', (born, died, words) => expect(ageInWords({ born, died })).toBe(words));

  it.each([
    ['2026-11-18', '23:30', '2026-11-19', '02:29', '2 hours'],
    ['2026-11-18', '23:30', '2026-11-19', '00:30', '1 hour'],
    ['2026-11-18', '10:00', '2026-11-18', '10:59', 'less than 1 hour'],
    ['2026-11-18', '10:00', '2026-11-19', '10:00', '1 day'],
    ['2026-11-18', '10:00', '2026-11-18', '09:00', ''],
  ])('from %s %s to %s %s: %j', (born, bornAt, died, diedAt, words) =>
    expect(ageInWords({ born, bornAt, died, diedAt })).toBe(words),
  );
});
