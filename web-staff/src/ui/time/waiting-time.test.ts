import { expect, it } from 'vitest';
import { waitingTime } from './waiting-time.ts';

it.each([
  ['2026-11-20T11:59:40Z', '0 min', 'on time', 'neutral'],
  ['2026-11-20T11:31:00Z', '29 min', 'on time', 'neutral'],
  ['2026-11-20T11:30:00Z', '30 min', 'late', 'warn'],
  ['2026-11-20T10:48:00Z', '1 h 12 min', 'late', 'warn'],
  ['2026-11-20T10:00:00Z', '2 h', 'overdue', 'danger'],
  ['2026-11-19T21:55:00Z', '14 h 5 min', 'overdue', 'danger'],
  ['2026-11-19T02:59:00Z', '33 h', 'overdue', 'danger'],
  ['2026-11-10T12:00:00Z', '10 days', 'overdue', 'danger'],
  ['2026-11-20T12:01:00Z', '0 min', 'on time', 'neutral'],
])('waitingTime: a first call of %s waits %s: %s', (since, text, word, tone) =>
  expect(waitingTime(since, new Date('2026-11-20T12:00:00Z'))).toEqual({ text, word, tone }),
);
