import { describe, expect, it } from 'vitest';
import { displayValue, isAnswered, isBlank, requiredMessageOf } from './form-field.ts';

describe('form fields', () => {
  it('know blank from answered', () => {
    expect([undefined, null, ' ', []].map(isBlank)).toEqual([true, true, true, true]);
    expect([false, 'no', ['x']].map(isBlank)).toEqual([false, false, false]);
    expect(isAnswered({ kind: 'checkbox' }, false)).toBe(false);
    expect(isAnswered({ kind: 'radio' }, false)).toBe(true);
    expect(requiredMessageOf({ label: 'Weight' })).toBe('Weight is required');
  });

  it('show values in words', () => {
    const options = [{ value: 'son', label: 'Son' }];
    expect(displayValue({ kind: 'select', options }, 'son')).toBe('Son');
    expect(displayValue({ kind: 'multiselect', options }, ['son', 'x'])).toBe('Son, x');
    expect(displayValue({ kind: 'phone' }, '9045550100')).toBe('(904) 555-0100');
    expect(displayValue({ kind: 'date' }, '2025-03-04')).toBe('Mar 4, 2025');
    expect([true, false, null, 3].map((value) => displayValue({ kind: 'radio' }, value))).toEqual([
      'Yes',
      'No',
      '',
      '3',
    ]);
  });
});
