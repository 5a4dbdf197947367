import { describe, expect, it } from 'vitest';
import { changedFields } from '#domain/shared/forms/entries-merge.ts';
import { exampleCustomer } from '../testing/example-customer.ts';
import {
  bodyOf,
  customerSections,
  labelsOf,
  missingFields,
  problemsOf,
  unchangedEntry,
  valuesOf,
} from './use-customer-form.ts';

const base = valuesOf(exampleCustomer({ middle_name: 'Anne', notes: 'Call in the evening' }));

describe('changedNames', () => {
  it.each([
    [{ first_name: '  Kathleen ' }, []],
    [{ phone: '(904) 555-0142' }, []],
    [{ first_name: 'Kathy' }, ['first_name']],
    [{ phone: '904' }, ['phone']],
    [{ email: ' ', notes: '' }, ['notes']],
  ])('compares trimmed values: %j', (typed, changed) => {
    const fields = customerSections([]).flatMap((section) => section.fields);
    const found = changedFields(fields, base, { ...base, ...typed }, unchangedEntry);
    expect(found.map(({ name }) => name)).toEqual(changed);
  });
});

describe('bodyOf', () => {
  it('sends blank phone and email as null, and omits blank optional fields', () => {
    const values = { ...valuesOf(exampleCustomer()), phone: '', email: ' ' };
    expect(bodyOf(values)).toEqual({
      first_name: 'Kathleen',
      last_name: 'Briggs',
      phone: null,
      email: null,
      address: '118 Marine Street',
      city: 'St. Augustine',
      state: 'FL',
      zip_code: '32084',
      county: '',
    });
  });
});

describe('problemsOf', () => {
  it('names the blank required fields in the form’s order', () => {
    const values = { ...base, city: ' ', first_name: '', county: '' };
    expect(labelsOf(missingFields(values))).toBe('First Name, City');
  });

  it('returns the catalog’s message of an invalid field', () => {
    expect([...problemsOf({ ...base, phone: '904' })]).toEqual([['phone', 'Phone number must be 10 digits']]);
  });
});
