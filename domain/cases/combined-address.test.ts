import { describe, expect, it } from 'vitest';
import { duplicatesAddressParts } from './combined-address.ts';
import { fieldsOfSection } from './sections/case-sections.ts';

const fields = fieldsOfSection('cemetery');
const parts = {
  cemetery_address_street: '1500 North Oak Street, Ext.',
  cemetery_address_apt: 'Gate 2',
  cemetery_address_city: 'Valdosta',
  cemetery_address_state: 'GA',
  cemetery_address_zip: '31602',
  cemetery_address_country: 'USA',
};
const repeats = (values: Record<string, string>, name = 'cemetery_address') =>
  duplicatesAddressParts({ name }, fields, values);

describe('duplicatesAddressParts', () => {
  it.each([
    [
      'it is joined of them',
      { ...parts, cemetery_address: '1500 North Oak Street  Ext. Gate 2, Valdosta, GA, 31602, USA' },
    ],
    [
      'it leaves out the country',
      { ...parts, cemetery_address: '1500 North Oak Street Ext. Gate 2, Valdosta, GA, 31602' },
    ],
    ['nobody has written it', {}],
  ])('finds a duplicate where %s', (_, values) => {
    expect(repeats(values)).toBe(true);
  });

  it.each([
    ['it could not be told apart', { cemetery_address: 'Behind the old mill, ask for Mr. Delacroix' }],
    ['it says something else', { ...parts, cemetery_address: '12 Elm Street, Valdosta, GA, 31601' }],
  ])('finds no duplicate where %s', (_, values) => {
    expect(repeats(values)).toBe(false);
  });

  it('ignores any other field', () => {
    expect(repeats({}, 'cemetery_name')).toBe(false);
    expect(repeats({}, 'cemetery_address_street')).toBe(false);
  });
});
