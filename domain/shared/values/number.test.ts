import { describe, expect, it } from 'vitest';
import { parseNumber, percentage } from './number.ts';

describe('parseNumber', () => {
  it.each([
    ['12', 12],
    [' 12.50 ', 12.5],
    ['.5', 0.5],
    ['1.', 1],
    ['-3.25', -3.25],
    ['-0', 0],
    [7.125, 7.125],
  ])('%j is %d', (typed, expected) => {
    expect(parseNumber(typed)).toBe(expected);
  });

  it.each([
    '',
    '.',
    '-',
    '-.',
    '1.234',
    '1,000',
    '1e3',
    '0x10',
    '12a',
    '1 2',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
  ])('%j is no number', (typed) => {
    expect(parseNumber(typed)).toBeNull();
  });

  it('percentage accepts 0 to 100, in hundredths', () => {
    for (const typed of ['0', '.5', '6.', '7.25', 100]) expect(percentage().safeParse(typed).success).toBe(true);
    for (const typed of ['-1', '100.01', 7.125, 'x']) expect(percentage().safeParse(typed).success).toBe(false);
  });
});
