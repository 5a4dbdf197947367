import { describe, expect, it } from 'vitest';
import { readNumbering, sameNumbering, valuesOfNumbering } from './case-numbering-values.ts';

const stored = { pattern: '{PREFIX}-{YEAR}-{SEQ}', prefix: 'WA', location_code: '', padding: 4, reset_yearly: true };
const values = valuesOfNumbering(stored);

describe('case numbering values', () => {
  it('omits an untouched next value, so that the counter continues', () => {
    expect(readNumbering(values)).toEqual({ settings: stored, problems: {} });
    expect(readNumbering({ ...values, next_value: ' 40 ' }).settings?.next_value).toBe(40);
  });

  it.each([
    [{ next_value: '' }, { next_value: 'Next value must be a whole number from 1' }],
    [{ next_value: '0' }, { next_value: 'Next value must be a whole number from 1' }],
    [{ next_value: '4.5' }, { next_value: 'Next value must be a whole number from 1' }],
    [{ next_value: 'x' }, { next_value: 'Next value must be a whole number from 1' }],
    [{ prefix: 'W-A' }, { prefix: 'Prefix can only contain letters and digits' }],
    [{ pattern: '{PREFIX}-{YEAR}' }, { pattern: 'Pattern must contain {SEQ}' }],
  ])('returns the errors of %j', (change, problems) => {
    expect(readNumbering({ ...values, ...change })).toEqual({ problems });
  });

  it('compares two states of the form', () => {
    expect(sameNumbering(values, valuesOfNumbering(stored))).toBe(true);
    expect(sameNumbering(values, { ...values, next_value: '8' })).toBe(false);
  });
});
