import { describe, expect, it } from 'vitest';
import { relativeTime, timeAtHome } from './time-text.ts';

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
