import { describe, expect, it } from 'vitest';
import { isReminderHour } from './reminders.ts';

describe('the hours in which families are written to', () => {
  it.each([
    ['America/New_York', '2026-03-02T13:59:00.000Z', false],
    ['America/New_York', '2026-03-02T14:00:00.000Z', true],
    ['America/New_York', '2026-03-02T22:59:00.000Z', true],
    ['America/New_York', '2026-03-02T23:00:00.000Z', false],
    // The clock of the home counts, also after it was changed for the summer.
    ['America/New_York', '2026-07-02T13:00:00.000Z', true],
    ['Pacific/Honolulu', '2026-03-02T14:00:00.000Z', false],
  ])('%s at %s: %s', (zone, at, expected) => {
    expect(isReminderHour(zone, new Date(at))).toBe(expected);
  });
});
