import { describe, expect, it } from 'vitest';
import { displayValue } from './display.ts';
import { isAnswered, isBlank, isYes, labelOf, requiredMessageOf } from './field.ts';

describe('form field helpers', () => {
  it('distinguish blank from answered', () => {
    expect([undefined, null, ' ', []].map(isBlank)).toEqual([true, true, true, true]);
    expect([false, 'no', ['x']].map(isBlank)).toEqual([false, false, false]);
    expect(isAnswered({ kind: 'checkbox' }, false)).toBe(false);
    expect(isAnswered({ kind: 'radio' }, false)).toBe(true);
    expect(requiredMessageOf({ label: 'Weight' })).toBe('Weight is required');
    expect([true, 'yes', false, 'no', 'true'].map(isYes)).toEqual([true, true, false, false, false]);
  });

  it('show values as text', () => {
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
    expect(displayValue({ kind: 'money' }, '1250.00')).toBe('$1,250.00');
    expect(displayValue({ kind: 'money' }, 'a lot')).toBe('a lot');
    expect(displayValue({ kind: 'percent' }, 1.5)).toBe('1.5%');
    expect(displayValue({ kind: 'datetime' }, '2025-03-04T14:05')).toBe('Mar 4, 2025, 2:05 PM');
    expect(displayValue({ kind: 'datetime' }, '2025-03-04T14:05:00.000Z')).toBe('Mar 4, 2025, 2:05 PM UTC');
  });

  it('take a label from another field', () => {
    const field = { label: 'Place', labels: { by: 'type', of: { burial: 'Cemetery' } } };
    expect([{}, { type: 'burial' }, { type: 7 }, { type: 'other' }].map((values) => labelOf(field, values))).toEqual([
      'Place',
      'Cemetery',
      'Place',
      'Place',
    ]);
  });
});
