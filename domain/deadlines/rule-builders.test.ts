import { describe, expect, it } from 'vitest';
import { reminderIsDue } from './rule-builders.ts';

describe('reminderIsDue', () => {
  it.each([
    ['filing', '2026-03-10', '2026-03-08', '07:00', true],
    ['filing', '2026-03-10', '2026-03-07', '12:00', false],
    ['filing', '2026-03-10', '2026-03-10', '20:59', true],
    ['filing', '2026-03-10', '2026-03-17', '12:00', true],
    ['filing', '2026-03-10', '2026-03-18', '12:00', false],
    ['filing', '2026-03-10', '2026-03-10', '06:59', false],
    ['filing', '2026-03-10', '2026-03-10', '21:00', false],
    ['va_claim', '2028-03-06', '2028-01-06', '12:00', true],
    ['va_claim', '2028-03-06', '2028-01-05', '12:00', false],
  ] as const)('decides for %s due %s, on %s at %s: %s', (kind, due, day, time, expected) => {
    expect(reminderIsDue(kind, due, { day, time })).toBe(expected);
  });
});
