import { describe, expect, it } from 'vitest';
import { CustomerChange, changedCustomer, customersError, NewCustomer, toCustomerFields } from './customer.schema.ts';

const whole = {
  first_name: 'Karin',
  last_name: 'Lindqvist',
  address: '118 Marine Street',
  city: 'St. Augustine',
  state: 'FL',
  zip_code: '32084',
};
const x = (length: number): string => 'x'.repeat(length);
const nameLetters = 'can only contain letters, spaces, hyphens, apostrophes, and periods';

const problem = (field: string, value: unknown) => {
  const { error } = NewCustomer.safeParse({ ...whole, [field]: value });
  const issues = error?.issues ?? [];
  expect(issues.every(({ path }) => path.join('.') === field)).toBe(true);
  return issues.map(({ message }) => message)[0];
};

describe('validates the fields of a customer', () => {
  it.each([
    ['first_name', undefined, 'First name is required'],
    ['first_name', ' ', 'First name is required'],
    ['first_name', 'J', 'First name must be at least 2 characters long'],
    ['first_name', 'J0hn', `First name ${nameLetters}`],
    ['first_name', x(100), undefined],
    ['first_name', x(101), 'First name must be 100 characters or less'],
    ['last_name', '', 'Last name is required'],
    ['last_name', 'L', 'Last name must be at least 2 characters long'],
    ['last_name', x(101), 'Last name must be 100 characters or less'],
    ['middle_name', undefined, undefined],
    ['middle_name', '', undefined],
    ['middle_name', 'A', 'Middle name must be at least 2 characters long'],
    ['middle_name', x(101), 'Middle name must be 100 characters or less'],
    ['phone', '', undefined],
    ['phone', '(904) 555-0142', undefined],
    ['phone', '555-0142', 'Phone number must be 10 digits'],
    ['email', '', undefined],
    ['email', 'karin@example', 'Please enter a valid email address'],
    ['address', '', 'Street address is required'],
    ['city', '  ', 'City is required'],
    ['city', x(101), 'City must be 100 characters or less'],
    ['state', '', 'State is required'],
    ['state', 'XX', 'Please select a valid US state'],
    ['state', 'fl', undefined],
    ['zip_code', '', 'ZIP code is required'],
    ['zip_code', '3208', 'ZIP code must be in format 12345 or 12345-6789'],
    ['apt_house_number', x(20), undefined],
    ['apt_house_number', x(21), 'Apt, suite or unit must be 20 characters or less'],
    ['county', x(101), 'County must be 100 characters or less'],
    ['notes', x(2000), undefined],
    ['notes', x(2001), 'Notes must be 2000 characters or less'],
  ])('%s %j', (field, value, message) => {
    expect(problem(field, value)).toBe(message);
    // A change validates only what it changes.
    const stood = toCustomerFields(whole);
    const isSame = String(value ?? '').trim() === (stood[field as keyof typeof stood] ?? '');
    const { data } = CustomerChange.safeParse({ [field]: value });
    if (data)
      expect(changedCustomer(stood, data).errors[field]?.[0]).toBe(value === undefined || isSame ? undefined : message);
  });
});

const people = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `c${n + from}`);

it('accepts ten customers of a case, and keeps them if one is added', () => {
  expect(customersError([], people(10))).toBeUndefined();
  expect(customersError([], people(11))).toBe('A case can have at most 10 customers');
  expect(customersError(people(10), people(10, 10))).toBeUndefined();
  expect(customersError(people(24), people(24))).toBeUndefined();
  expect(customersError(people(24), people(20))).toBeUndefined();
  expect(customersError(people(24), [...people(20), 'new'])).toBe('A case can have at most 10 customers');
  expect(customersError(people(24), people(13))).toBe('Remove at most 10 customers at a time');
});
