import { expect, it } from 'vitest';
import { dateTime } from './date-time.ts';

it.each([
  ['2026-11-29T2:40 AM or PM', 'Choose AM or PM'],
  ['2026-11-29T', 'Enter the time, too'],
  ['T09:00', 'Expected arrival is not a valid date'],
  ['0026-11-29T09:00', 'Expected arrival cannot be before 1850'],
  ['soon', 'Expected arrival is not a valid date'],
])('dateTime reports for %j: %s', (typed, message) => {
  expect(dateTime('Expected arrival').safeParse(typed).error?.issues[0]?.message).toBe(message);
});
