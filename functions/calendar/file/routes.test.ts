import { expect, it } from 'vitest';
import { calendarFile } from './routes.ts';

const service = {
  ...{ id: 'x-service', title: 'Service: H. L.', place: 'Chapel', notes: 'Case WA-2026-0001', path: '/cases/x' },
  ...{ isFirm: true, span: { days: { from: '2026-12-31', before: '2027-01-01' } } },
};
const fileAt = (now: string) => calendarFile([service], { siteUrl: 'https://app.example.com', now: new Date(now) });

it("shows an event's details in a subscribed calendar, and ends the last line", () => {
  const file = fileAt('2026-11-28T00:00:00Z');
  expect(file).toContain('SUMMARY:Service: H. L.\r\n');
  expect(file).not.toContain('CLASS:');
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
});

it('increases the sequence of an event with every file', () => {
  const sequence = (now: string) => Number(/SEQUENCE:(\d+)/.exec(fileAt(now))?.[1]);
  expect(sequence('2026-11-28T00:01:00Z')).toBeGreaterThan(sequence('2026-11-28T00:00:00Z'));
  // RFC 5545 section 3.3.8: an integer has 31 bits.
  expect(sequence('2100-01-01T00:00:00Z')).toBeLessThan(2 ** 31);
});
