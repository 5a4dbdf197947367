import { describe, expect, it } from 'vitest';
import { taxLine } from './checked-statement.ts';

describe('taxLine', () => {
  it.each([
    ['its rate and base where they give it', '6.5', '3615.00', '234.98', 'Sales tax, 6.5% of $3,615.00'],
    ['nothing of a rate that was not taken', '6.5', '3615.00', '0.00', 'Sales tax'],
    ['nothing of a rate where something else is taxed', '6.5', '3615.00', '300.00', 'Sales tax'],
    ['nothing where there is no rate', '', '3615.00', '234.98', 'Sales tax'],
  ])('returns %s', (_, tax_rate, tax_base, sales_tax, words) => {
    expect(taxLine({ tax_rate, tax_base, sales_tax })).toBe(words);
  });

  it('lists several rates', () => {
    const taxes = [
      { rate: '6.5', base: '100.00' },
      { rate: '4', base: '375.00' },
    ];
    const lineOf = (sales_tax: string) => taxLine({ tax_rate: '', tax_base: '0.00', taxes, sales_tax });
    expect(lineOf('21.50')).toBe('Sales tax, 6.5% of $100.00 and 4% of $375.00');
    expect(lineOf('21.49')).toBe('Sales tax');
  });
});
