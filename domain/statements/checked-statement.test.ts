import { describe, expect, it } from 'vitest';
import { salesTaxOf, type TaxSettings, taxLine, taxWords } from './checked-statement.ts';
import { feeSheetOf } from './fee-sheet.ts';

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

const tax = (servicesFees: Record<string, unknown>, home: TaxSettings) => {
  const found = salesTaxOf(feeSheetOf({ servicesFees } as never), home, servicesFees.sales_tax_rate);
  return found && [taxWords(found.shares), found.total];
};
const detail = (fee: string, more: object) => ({ fee_details: [{ fee, ...more }] });
const discount = (more: object) => ({ id: 'd', kind: 'discount', name: 'Church', ...more });
const simple = { id: 'p', kind: 'package', name: 'Simple', amount: '5495', merchandise_amount: '1200' };
const limousines = { limousine_fee: '590', ...detail('limousine_fee', { quantity: 2 }) };
const charges = { casket_fee: '100', direct_cremation_fee: '1000', hearse_fee: '375' };
const advances = { clergy_fee: '300', ...detail('clergy_fee', { taxable: 'no' }), musician_fee: '200' };
const usual: TaxSettings = { sales_tax_rate: '6.5' };
const packages: TaxSettings = { ...usual, services_tax_rate: '0', tax_package_merchandise: true };
const owned: TaxSettings = { ...packages, packages_tax_rate: '2' };
const several: TaxSettings = {
  ...{ ...usual, services_tax_rate: '4', special_charges_tax_rate: '6.5', cash_advances_tax_rate: '2.25' },
};
const less10 = discount({ percent: '10', taxable: 'yes' });
const less130 = discount({ amount: '130', taxable: 'yes' });

// Amounts calculated by hand.
it.each<[string, Record<string, unknown>, TaxSettings, string, number]>([
  ['merchandise', { casket_fee: '3790', embalming_fee: '845' }, usual, '6.5% of $3,790.00', 246_35],
  ['merchandise at the rate on the Statement', { ...charges, sales_tax_rate: '8' }, usual, '8% of $100.00', 8_00],
  ['nothing at a rate of 0', { ...charges, sales_tax_rate: '0' }, usual, '', 0],
  ['no package by default', { fee_lines: [simple] }, usual, '', 0],
  ['the merchandise in a package', { fee_lines: [simple] }, packages, '6.5% of $1,200.00', 78_00],
  ['a whole package at its own rate', { fee_lines: [simple] }, owned, '2% of $5,495.00', 109_90],
  ['two limousines at 0%', { ...limousines, fee_lines: [simple] }, packages, '6.5% of $1,200.00', 78_00],
  ['the sum rounded once', { casket_fee: '0.07', clothing_fee: '0.08' }, usual, '6.5% of $0.15', 1],
  ['a package less a taxable 10% discount', { fee_lines: [simple, less10] }, packages, '6.5% of $1,080.00', 70_20],
  [
    'merchandise despite a 10% discount that is not taxable',
    { ...charges, fee_lines: [discount({ percent: 10 })] },
    usual,
    '6.5% of $100.00',
    6_50,
  ],
  ['nothing after a discount above the base', { ...charges, fee_lines: [less130] }, usual, '', 0],
  [
    ...(['each kind at its rate, except nontaxable lines', { ...charges, ...advances }, several] as const),
    ...(['6.5% of $1,100.00 and 4% of $375.00 and 2.25% of $200.00', 91_00] as const),
  ],
  [
    ...([
      'parts with the rate of merchandise at the rate on the Statement',
      { ...charges, sales_tax_rate: '7' },
      several,
    ] as const),
    ...(['7% of $1,100.00 and 4% of $375.00', 92_00] as const),
  ],
  [
    ...([
      'each kind except cash advances less 10%',
      { ...charges, ...advances, fee_lines: [less10] },
      several,
    ] as const),
    ...(['6.5% of $990.00 and 4% of $337.50 and 2.25% of $200.00', 82_35] as const),
  ],
  [
    ...([
      'a taxable service like merchandise',
      { hearse_fee: '375', ...detail('hearse_fee', { taxable: 'yes' }) },
    ] as const),
    ...([usual, '6.5% of $375.00', 24_38] as const),
  ],
])('calculates the sales tax of %s', (_, fees, home, words, cents) => {
  expect(tax(fees, home)).toEqual([words, cents]);
});

it('returns no sales tax without a rate', () => {
  expect(tax(charges, {})).toBeNull();
});
