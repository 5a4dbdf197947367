import { describe, expect, it } from 'vitest';
import { ProfileChange } from '#domain/team/user-profile.endpoints.ts';
import { contract, exampleFields, exampleRules, wish } from './testing/example-form.ts';
import { errorsIntroduced, schemaErrors, validateFields } from './validate.ts';

const filled = { tenant: 'Ann Lee', ownership: 'owned' };
const errors = (values: Record<string, unknown>, options = {}) =>
  validateFields(exampleRules, exampleFields, values, wish, options);

describe('validateFields', () => {
  it('returns no errors for complete, valid values', () => {
    expect(errors({ ...filled, garage: false, rooms_wanted: [], remarks: null })).toEqual({});
  });

  it.each([
    ['rent', -5, 'Rent cannot be negative'],
    ['deposit', 101, 'Must be a valid percentage between 0 and 100'],
    ['rooms', '21', 'Must be a number of rooms'],
    ['garage', 'yes', 'Garage must be true or false'],
    ['since', 'soon', 'Since is not a valid date'],
    ['signed_at', '2025-03-04', 'Signed at is not a valid date'],
    ['agent', 'nobody', 'Invalid agent selection'],
    ['lodgers', ['Bo'], 'Lodgers must be a list'],
    ['lodgers', Array.from({ length: 51 }, () => ({ name: 'Bo Li' })), 'Lodgers can hold at most 50 entries'],
    ['remarks', 'x'.repeat(51), 'Remarks must be 50 characters or less'],
    ['zip', '3208', 'ZIP code must be in format 12345 or 12345-6789'],
  ])('%s %j: %s', (name, value, message) => {
    expect(errors({ ...filled, ownership: 'rented', rent: '900', [name]: value })).toEqual({ [name]: [message] });
  });

  it('validates ZIP codes only in the United States', () => {
    expect(errors({ ...filled, zip: 'K1A 0B1', country: 'CAN' })).toEqual({});
  });

  it('accepts a pasted ZIP code with direction marks, a dash or spaces', () => {
    for (const zip of ['\u200E32084\u202C', '32084–1234', ' 32084\u00A0'])
      expect(errors({ ...filled, zip, country: 'USA' })).toEqual({});
  });

  it('reports errors at the fields of list entries', () => {
    const lodgers = [{ name: 'Bo Li' }, { phone: '555', zip: '1' }];
    const expected = {
      'lodgers.1.phone': ['Phone number must be 10 digits'],
      'lodgers.1.zip': ['ZIP code must be in format 12345 or 12345-6789'],
    };
    expect(errors({ ...filled, lodgers })).toEqual({ ...expected, 'lodgers.1.name': ['Name is required'] });
    expect(errors({ ...filled, lodgers }, { gaps: 'ignored' })).toEqual(expected);
  });

  it('ignores missing fields if gaps are allowed', () => {
    expect(errors({ ownership: 'rented' }, { gaps: 'ignored' })).toEqual({});
    expect(errors({ ownership: 'rented', rent: '' })).toEqual({
      tenant: ['Tenant is required'],
      rent: ['Rent is required'],
    });
  });

  it('reports cross-field errors of shown fields without other errors', () => {
    expect(errors({ ...filled, ownership: 'rented', rent: '0.00' })).toEqual({ rent: ['Nothing is free'] });
    expect(errors({ ...filled, rent: '0.00', since: '1999-12-31' })).toEqual({
      since: ['Since must be in this century'],
    });
  });

  it('uses the stage of the record', () => {
    expect(validateFields(exampleRules, exampleFields, {}, contract)).toHaveProperty('tenant');
  });

  it('skips placeholders of values stored elsewhere', () => {
    const rules = { ...exampleRules, isStoredPlaceholder: (_: unknown, value: unknown) => value === 'kept' };
    expect(validateFields(rules, exampleFields, { ...filled, since: 'kept', agent: 'kept' }, wish)).toEqual({});
  });

  it('errorsIntroduced returns only errors that the change introduces', () => {
    expect(errorsIntroduced({ a: ['x'], b: ['y'] }, { a: ['x'], b: ['z'], c: ['w'] })).toEqual({ b: ['z'], c: ['w'] });
  });

  it('errorsIntroduced ignores existing errors in untouched fields', () => {
    const before = { phone: ['Phone number must be 10 digits'], city: ['City is required'] };
    expect(errorsIntroduced(before, before, new Set(['name']))).toEqual({});
    expect(errorsIntroduced(before, before, new Set(['phone']))).toEqual({ phone: ['Phone number must be 10 digits'] });
  });

  it('schemaErrors returns the messages of each invalid field only', () => {
    expect(schemaErrors(ProfileChange, { first_name: '', last_name: 'Ames', phone: '12', title: '' })).toEqual({
      first_name: ['First name is required'],
      phone: ['Phone number must be 10 digits'],
    });
  });
});
