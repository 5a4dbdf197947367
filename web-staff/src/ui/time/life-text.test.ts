import { describe, expect, it } from 'vitest';
import { ageText, lifeDates } from './time-text.ts';

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
