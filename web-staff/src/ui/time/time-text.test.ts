import { describe, expect, it } from 'vitest';
import { ageText, exactTime, lifeDates, relativeTime, setHomeClock, timeAtHome, waitingTime } from './time-text.ts';
import { zoneTime } from './zone-clock.tsx';

const now = new Date('2026-11-20T12:00:00Z');

describe('relativeTime', () => {
  it.each([
    ['2026-11-20T11:59:40Z', 'just now'],
    ['2026-11-20T12:00:20Z', 'just now'],
    ['2026-11-20T11:55:00Z', '5 minutes ago'],
    ['2026-11-20T10:30:00Z', '1 hour ago'],
    ['2026-11-19T11:00:00Z', 'yesterday'],
    ['2026-11-10T12:00:00Z', 'last week'],
    ['2025-06-20T12:00:00Z', 'last year'],
  ])('%s is %s', (at, text) => {
    expect(relativeTime(at, now)).toBe(text);
  });
});

describe('timeAtHome', () => {
  it.each([
    ['America/New_York', 'America/New_York', 'Nov 20, 2026, 7:00 AM'],
    ['America/New_York', 'America/Los_Angeles', 'Nov 20, 2026, 7:00 AM EST'],
    ['America/Los_Angeles', 'America/New_York', 'Nov 20, 2026, 4:00 AM PST'],
  ])('a location in %s, read in %s: %s', (home, viewer, text) => {
    expect(timeAtHome(now.toISOString(), home, viewer).replace(/\s/gu, ' ')).toBe(text);
  });
});

it("follows the clock of the user's home", () => {
  setHomeClock('Pacific/Honolulu');
  try {
    expect(exactTime(now.toISOString()).replace(/\s/gu, ' ')).toBe('Nov 20, 2026, 2:00 AM HST');
  } finally {
    setHomeClock(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  }
});

describe('lifeDates and ageText', () => {
  it.each([
    ['1938-03-04', '2026-11-18', 'Mar 4, 1938 – Nov 18, 2026', 'aged 88'],
    ['1938-12-04', '2026-11-18', 'Dec 4, 1938 – Nov 18, 2026', 'aged 87'],
    ['2026-11-15', '2026-11-18', 'Nov 15, 2026 – Nov 18, 2026', 'aged 3 days'],
    ['', '2026-11-18', 'Died Nov 18, 2026', ''],
    ['1938-03-04', '', 'Born Mar 4, 1938', ''],
    ['2026-11-18', '2026-11-18', 'Nov 18, 2026 – Nov 18, 2026', ''],
    ['', '', '', ''],
  ])('%s to %s', (birth, death, dates, age) => {
    expect(lifeDates(birth, death)).toBe(dates);
    expect(ageText(birth, death)).toBe(age);
  });
});

it.each([
  ['2026-11-20T11:59:40Z', '0 min', 'waiting', 'neutral'],
  ['2026-11-20T11:31:00Z', '29 min', 'waiting', 'neutral'],
  ['2026-11-20T11:30:00Z', '30 min', 'waiting, late', 'warn'],
  ['2026-11-20T10:48:00Z', '1 h 12 min', 'waiting, late', 'warn'],
  ['2026-11-20T10:00:00Z', '2 h', 'waiting, overdue', 'danger'],
  ['2026-11-19T21:55:00Z', '14 h 5 min', 'waiting, overdue', 'danger'],
  ['2026-11-19T02:59:00Z', '33 h', 'waiting, overdue', 'danger'],
  ['2026-11-10T12:00:00Z', '10 days', 'waiting, overdue', 'danger'],
  ['2026-11-20T12:01:00Z', '0 min', 'waiting', 'neutral'],
])('waitingTime: a first call of %s waits %s: %s', (since, text, word, tone) =>
  expect(waitingTime(since, new Date('2026-11-20T12:00:00Z'))).toEqual({ text, word, tone }),
);

describe('zoneTime', () => {
  it("returns the time with the zone's current name", () => {
    const winter = new Date('2026-11-20T11:14:00Z');
    expect(zoneTime('America/New_York', winter)).toBe('6:14 AM, Eastern Standard Time');
    expect(zoneTime('America/Phoenix', winter)).toBe('4:14 AM, Mountain Standard Time');
    expect(zoneTime('America/New_York', new Date('2026-07-01T12:00:00Z'))).toBe('8:00 AM, Eastern Daylight Time');
  });

  it('returns an empty text for an unknown zone', () => {
    expect(zoneTime('Mars/Olympus', new Date())).toBe('');
  });
});
