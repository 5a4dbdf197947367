import { describe, expect, it } from 'vitest';
import { CaseNumberOverride, formatCaseNumber, NumberingSettings } from './case-number.ts';

const numbering = { pattern: '{PREFIX}-{YEAR}-{SEQ}', prefix: 'WA', location_code: '', padding: 4, reset_yearly: true };
const messages = (changes: object) =>
  NumberingSettings.safeParse({ ...numbering, ...changes }).error?.issues.map(({ message }) => message);

describe('formatCaseNumber', () => {
  it('formats a number by its pattern', () => {
    expect(formatCaseNumber({ prefix: 'WA', padding: 4 }, 2026, 7)).toBe('WA-2026-0007');
    const own = { ...numbering, pattern: '{LOCATION}{YY}/{SEQ}', location_code: 'SA', padding: 3 };
    expect(formatCaseNumber(own, 2026, 40)).toBe('SA26/040');
    expect(messages({})).toBeUndefined();
  });

  it.each([
    [{ pattern: '{PREFIX}-{YEAR}' }, 'Pattern must contain {SEQ}'],
    [{ pattern: '{PREFIX}-{SEQ}' }, 'Pattern must contain {YEAR} or {YY} when numbering restarts each year'],
    [{ pattern: '{YEAR}-{NOPE}-{SEQ}' }, '{NOPE} is not a token; use {PREFIX}, {YEAR}, {YY}, {LOCATION}, {SEQ}'],
    [{ pattern: 'A long pattern indeed {YEAR}-{SEQ}' }, 'Case numbers must be 30 characters or less'],
    [{ padding: 9 }, 'Padding must be a number from 1 to 8'],
    [{ padding: 500_000_000 }, 'Padding must be a number from 1 to 8'],
    [{ padding: Number.MAX_VALUE }, 'Padding must be a number from 1 to 8'],
  ])('rejects the numbering %j', (changes, message) => {
    expect(messages(changes)).toContain(message);
  });
});

it.each(['A'.repeat(31), 'WA#1', 'WA\n1', '#', 7, ['WA-1']])('rejects the case number %j', (number) => {
  expect(CaseNumberOverride.safeParse(number).success).toBe(false);
});
