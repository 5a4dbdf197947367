import { describe, expect, it } from 'vitest';
import { endOfReminders, isReminderHour, secondsUntilMorning } from './reminders.ts';

describe('hours of reminders', () => {
  it.each([
    ['America/New_York', '2026-03-02T13:59:00.000Z', false],
    ['America/New_York', '2026-03-02T14:00:00.000Z', true],
    ['America/New_York', '2026-03-02T22:59:00.000Z', true],
    ['America/New_York', '2026-03-02T23:00:00.000Z', false],
    // In the home's time zone, also in daylight saving time.
    ['America/New_York', '2026-07-02T13:00:00.000Z', true],
    ['Pacific/Honolulu', '2026-03-02T14:00:00.000Z', false],
  ])('%s at %s: %s', (zone, at, expected) => {
    expect(isReminderHour(zone, new Date(at))).toBe(expected);
  });
});

it('wait for the next morning after the evening or a long outage', () => {
  const zone = 'America/New_York';
  const ended = endOfReminders(zone, new Date('2026-11-20T20:00:00.000Z'));
  expect(ended).toBe('2026-11-20T23:00:00.000Z');
  const hours = (at: string): number => secondsUntilMorning(ended, new Date(at)) / 3600;
  expect(hours('2026-11-20T22:59:00.000Z')).toBe(0);
  expect(hours('2026-11-20T23:00:00.000Z')).toBe(15);
  expect(hours('2026-11-21T08:00:00.000Z')).toBe(6);
  expect(hours('2026-11-21T15:00:00.000Z')).toBe(0);
  expect(hours('2026-11-24T13:00:00.000Z')).toBe(1);
});
