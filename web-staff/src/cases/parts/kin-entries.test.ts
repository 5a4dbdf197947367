import { describe, expect, it } from 'vitest';
import { mergeEntryLists } from '#domain/shared/forms/entries-merge.ts';
import {
  askedOf,
  editedKin,
  errorsByPlace,
  furtherFields,
  heldKin,
  type KinEntry,
  kinErrors,
  namesOfKin,
  sameAs,
} from './kin-entries.ts';

const whole: KinEntry = {
  ...{ relationship: 'son', first_name: 'Sven', last_name: 'Lindqvist', phone: '9045550188' },
  ...{ email: 'sven@example.com', address_street: '9 Cove Road', city: 'Palatka', state: 'FL', zip_code: '32177' },
};
const customer = '0193a000-0000-7000-8000-000000000201';

describe('next-of-kin entry', () => {
  it.each([
    ['relationship', '', 'Relationship is required'],
    ['first_name', ' ', 'First name is required'],
    ['last_name', '', 'Last name is required'],
    ['phone', '555', 'Phone number must be 10 digits'],
    ['email', 'sven', 'Please enter a valid email address'],
    ['address_street', '', 'Street address is required'],
    ['address_street', 'Cove', 'Please enter a valid address'],
    ['city', '', 'City is required'],
    ['state', '', 'State is required'],
    ['zip_code', '', 'ZIP or Postal Code is required'],
    ['zip_code', '321', 'ZIP code must be in format 12345 or 12345-6789'],
  ])('reports for %s %j: %s', (name, value, message) => {
    const errors = kinErrors({ ...whole, isCreatingNew: true, [name]: value });
    expect(Object.keys(errors)).toEqual([name]);
    expect(errors[name]?.[0]).toBe(message);
  });

  it('requires only the relationship of a customer', () => {
    expect(askedOf({ existingCustomerId: customer }).required).toEqual(['relationship']);
    expect(askedOf({ first_name: 'Sven' }).required).toEqual(['relationship', 'first_name', 'last_name', 'phone']);
    const name = ['relationship', 'first_name', 'last_name'];
    const created = (address_country: string) => askedOf({ isCreatingNew: true, address_country });
    expect(created('USA').required).toEqual([...name, 'address_street', 'city', 'state', 'zip_code']);
    expect(created('BHS').required).toEqual([...name, 'address_street', 'city']);
    expect(created('BHS').shown).not.toContain('state');
  });

  it('keeps values that the form does not contain', () => {
    const nextOfKin = { ...whole, existingCustomerId: customer, address: 'as it was' };
    const typed = { ...heldKin(nextOfKin), phone: '(904) 555-0199', middle_name: 'A', county: '' };
    expect(editedKin(nextOfKin, typed)).toEqual({
      ...{ ...whole, middle_name: 'A', phone: '9045550199', address_country: 'USA', existingCustomerId: customer },
      address: '9 Cove Road, Palatka, FL, 32177',
    });
    expect(editedKin({ address: 'Near the mill' }, heldKin({ relationship: 'son' })).address).toBe('Near the mill');
  });

  it('finds an entry among others by name and phone', () => {
    const other = { first_name: 'SVEN', last_name: 'Lindqvist', phone: '19045550188' };
    expect(sameAs(whole, [{ first_name: 'Erik' }, other])).toBe(other);
    expect(sameAs(whole, [{ ...other, relationship: 'spouse' }])).toBeUndefined();
    expect(sameAs({ ...whole, phone: '' }, [{ ...other, phone: '' }])).toBeUndefined();
  });
});

describe('concurrent changes of a list', () => {
  const merge = (base: readonly KinEntry[], mine: readonly KinEntry[], theirs: readonly KinEntry[]) =>
    mergeEntryLists({ base, mine, theirs }, namesOfKin);
  const known = { ...whole, existingCustomerId: customer };

  it('merges changes of different entries', () => {
    const erik = { relationship: 'son', first_name: 'Erik', last_name: 'Lindqvist' };
    expect(merge([known, erik], [{ ...known, phone: '1' }, erik], [{ ...erik, phone: '2' }, known])).toEqual([
      { ...erik, phone: '2' },
      { ...known, phone: '1' },
    ]);
  });

  it('keeps two relatives whose names differ by an accent', () => {
    const [thuy, other] = ['Thúy', 'Thủy'].map((first_name) => ({ relationship: 'daughter', first_name }));
    if (!thuy || !other) throw new Error('two of a family');
    expect(merge([], [thuy], [other])).toHaveLength(2);
  });

  it('recognizes an entry that has become a customer', () => {
    const mine = [{ ...whole, isCreatingNew: true, notes: 'Calls at night' }];
    expect(merge([whole], mine, [known])).toMatchObject([{ existingCustomerId: customer, notes: 'Calls at night' }]);
  });
});

describe('next-of-kin list', () => {
  it('assigns errors to their entries', () => {
    expect(
      errorsByPlace({ next_of_kins: 'Too many', 'next_of_kins.1.city': 'City', '1.state': 'State', other: 'No' }),
    ).toEqual({ ofList: 'Too many', at: { 1: { city: 'City', state: 'State' } } });
  });

  const spouse = { ...whole, relationship: 'spouse', existingCustomerId: customer };

  it("updates the informant's fields that follow the primary contact", () => {
    const further = (before: readonly KinEntry[], next: readonly KinEntry[]) =>
      furtherFields({ sections: {} }, before, next).fields;
    expect(further([whole], [whole, spouse])).toEqual({});
    expect(further([whole], [{ ...whole, relationship: 'friend' }])).toEqual({ informant_relationship: 'friend' });
    const reset = { informant: '', informant_name: '', informant_relationship: '', informant_address: '' };
    expect(further([spouse], [])).toEqual(reset);
  });

  it('keeps an informant who is not the first next of kin', () => {
    const sections = { informant: { version: 1, values: { informant_name: 'Ann Hart' } } };
    const corrected = { ...whole, relationship: 'friend' };
    expect(furtherFields({ sections }, [], [whole]).fields).toEqual({});
    expect(furtherFields({ sections }, [whole], [corrected]).fields).toEqual({});
  });

  it('fills a marriage only in blank fields', () => {
    const sections = (marital_status: string, spouse_first_name: string) => ({
      demographics: { version: 1, values: { marital_status } },
      family: { version: 1, values: { spouse_first_name } },
    });
    const filled = (caseRecord: Parameters<typeof furtherFields>[0]) => {
      const { fields, fillsSpouse } = furtherFields(caseRecord, [], [spouse]);
      const names = Object.entries(fields).filter(([name]) => !name.startsWith('informant'));
      return [fillsSpouse, Object.fromEntries(names)];
    };
    expect(filled({ sections: {} })).toEqual([
      true,
      { marital_status: 'married', spouse_first_name: 'Sven', spouse_last_name: 'Lindqvist' },
    ]);
    expect(filled({ sections: sections('married', 'Swen') })).toEqual([true, { spouse_last_name: 'Lindqvist' }]);
    expect(filled({ sections: sections('single', '') })).toEqual([false, {}]);
  });
});
