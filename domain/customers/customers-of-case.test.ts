import { expect, it } from 'vitest';
import { customersError } from './customers-of-case.ts';

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
