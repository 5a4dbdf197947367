import { describe, expect, it } from 'vitest';
import { feeSheetOf } from './fee-sheet.ts';
import { salesTaxOf, type TaxSettings, taxWords } from './sales-tax.ts';

const tax = (servicesFees: Record<string, unknown>, home: TaxSettings = { sales_tax_rate: '6.5' }) => {
  const found = salesTaxOf(feeSheetOf({ servicesFees } as never), home, servicesFees.sales_tax_rate);
  return found && [taxWords(found.shares), found.total];
};
const detail = (fee: string, more: object) => ({ fee_details: [{ fee, ...more }] });
const line = (kind: string, amount: string, more: object = {}) => ({ id: kind, kind, name: kind, amount, ...more });
const packages: TaxSettings = { sales_tax_rate: '6.5', tax_package_merchandise: true };
const simple = line('package', '5495', { merchandise_amount: '1200' });
const limousines = { limousine_fee: '590', ...detail('limousine_fee', { quantity: 2 }) };
const several: TaxSettings = {
  ...{ sales_tax_rate: '6.5', services_tax_rate: '4', special_charges_tax_rate: '6.5', cash_advances_tax_rate: '2.25' },
};

// Each amount was worked out by hand.
describe('the sales tax that the rates give', () => {
  it.each<[string, Record<string, unknown>, TaxSettings | undefined, [string, number] | null]>([
    ['nothing without a rate', { casket_fee: '100' }, {}, null],
    ['merchandise alone', { casket_fee: '3790', embalming_fee: '845' }, undefined, ['6.5% of $3,790.00', 246_35]],
    ['at the rate on the Statement', { casket_fee: '100', sales_tax_rate: '8' }, undefined, ['8% of $100.00', 8_00]],
    ['nothing at a rate of 0', { casket_fee: '100', sales_tax_rate: '0' }, undefined, ['', 0]],
    ['two limousines at 0%', limousines, { ...packages, services_tax_rate: '0' }, ['', 0]],
    ['no package', { fee_lines: [simple] }, undefined, ['', 0]],
    ['the merchandise in a package', { fee_lines: [simple] }, packages, ['6.5% of $1,200.00', 78_00]],
    [
      'a whole package at its own rate',
      { fee_lines: [simple] },
      { ...packages, packages_tax_rate: '2' },
      ['2% of $5,495.00', 109_90],
    ],
    [
      'the merchandise in a package with the other merchandise, rounded once',
      { fee_lines: [simple], casket_fee: '0.07', register_book_fee: '0.07', ...limousines },
      packages,
      ['6.5% of $1,200.14', 78_01],
    ],
    [
      'the same after 10% that lower it',
      { fee_lines: [simple, line('discount', '', { percent: 10, taxable: 'yes' })] },
      packages,
      ['6.5% of $1,080.00', 70_20],
    ],
    [
      'not after 10% that do not',
      { fee_lines: [simple, line('discount', '', { percent: 10 })] },
      packages,
      ['6.5% of $1,200.00', 78_00],
    ],
    [
      'dollars off the merchandise, and not below nothing',
      { casket_fee: '100', fee_lines: [line('discount', '130', { taxable: 'yes' })] },
      undefined,
      ['', 0],
    ],
    [
      'each kind at its rate, burial fees and lines that are not taxable at none',
      {
        casket_fee: '100',
        direct_cremation_fee: '1000',
        hearse_fee: '375',
        clergy_fee: '300',
        ...detail('clergy_fee', { taxable: 'no' }),
        musician_fee: '200',
      },
      several,
      ['6.5% of $1,100.00 and 4% of $375.00 and 2.25% of $200.00', 71_50 + 15_00 + 4_50],
    ],
    [
      'what the home taxes like merchandise at the rate on the Statement too',
      { casket_fee: '100', direct_cremation_fee: '1000', hearse_fee: '375', sales_tax_rate: '7' },
      several,
      ['7% of $1,100.00 and 4% of $375.00', 77_00 + 15_00],
    ],
    [
      '10% off each rate, but not off the cash advances',
      {
        casket_fee: '100',
        hearse_fee: '375',
        musician_fee: '200',
        fee_lines: [line('discount', '', { percent: '10', taxable: 'yes' })],
      },
      several,
      ['6.5% of $90.00 and 4% of $337.50 and 2.25% of $200.00', 5_85 + 13_50 + 4_50],
    ],
    [
      'a service that is taxable although services are not, like merchandise',
      { hearse_fee: '375', ...detail('hearse_fee', { taxable: 'yes' }) },
      undefined,
      ['6.5% of $375.00', 24_38],
    ],
  ])('%s', (_, fees, home, expected) => {
    expect(tax(fees, home)).toEqual(expected);
  });
});
