import { describe, expect, it } from 'vitest';
import { findCaseField } from '#domain/cases/sections/case-sections.ts';
import { displayValue } from './display.ts';

describe('displayValue', () => {
  it.each([
    ['servicesFees.hearse_fee', '375.00', '$375.00'],
    [
      'servicesFees.cash_advances',
      [
        { id: '1', name: 'Cremation permit', payee: 'Lowndes County', amount: '50.00', is_estimate: true },
        { id: '2', name: 'Crematory', amount: '400.00', is_estimate: false },
      ],
      'Cremation permit · $50.00 · Lowndes County · This is an estimate, Crematory · $400.00',
    ],
    [
      'servicesFees.fee_details',
      [{ fee: 'casket_fee', description: 'Oak', price_list: 'casket' }],
      'Casket fee · Oak · Casket price list',
    ],
    [
      'informant.next_of_kins',
      [{ relationship: 'daughter', first_name: 'Ann', existingCustomerId: 'x' }],
      'Daughter · Ann',
    ],
  ])('formats %s', (name, value, text) => {
    const field = findCaseField(name);
    expect(field && displayValue(field, value)).toBe(text);
  });
});
