import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney, moneyInput, parseMoney, toDecimal } from './money.ts';

describe('money', () => {
  it.each([
    ['1250.00', 125_000],
    ['1250', 125_000],
    ['0.1', 10],
    ['.50', 50],
    ['100.', 10_000],
    ['1,000.', 100_000],
    ['$1,250.50', 125_050],
    ['-3.05', -305],
    [19.99, 1_999],
    [0.1 + 0.2, 30],
    [-0, 0],
    [9_876_543_210.55, 987_654_321_055],
  ])('reads %j as %i cents', (amount, cents) => expect(parseMoney(amount)).toBe(cents));

  it.each([
    '',
    '.',
    '-',
    '$.',
    '.999',
    '1.999',
    '1,25.00',
    'abc',
    '1e3',
    '12345678901',
    0.001,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e12,
  ])('rejects %j', (amount) => {
    expect(parseMoney(amount)).toBeNull();
    expect(moneyInput.safeParse(amount).success).toBe(false);
  });

  it('converts to a decimal string or a number and back without loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (cents) => {
        expect(parseMoney(toDecimal(cents))).toBe(cents);
        expect(parseMoney(Number(toDecimal(cents)))).toBe(cents);
      }),
    );
    expect(toDecimal(5)).toBe('0.05');
    expect(() => toDecimal(0.5)).toThrow(RangeError);
  });

  it('formats like Intl', () => {
    const { format } = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (cents) => {
        expect(formatMoney(cents)).toBe(format(cents / 100));
      }),
    );
    expect([0, 5, 125_000, -305].map(formatMoney)).toEqual(['$0.00', '$0.05', '$1,250.00', '-$3.05']);
  });
});
