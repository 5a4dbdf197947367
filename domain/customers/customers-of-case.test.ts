import { expect, it } from 'vitest';
import { customersFault } from './customers-of-case.ts';

const people = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `c${n + from}`);

it('a case has at most ten customers, and one that has more keeps them', () => {
  expect(customersFault([], people(10))).toBeUndefined();
  expect(customersFault([], people(11))).toBe('A case can have at most 10 customers');
  expect(customersFault(people(10), people(10, 10))).toBeUndefined();
  expect(customersFault(people(24), people(24))).toBeUndefined();
  expect(customersFault(people(24), people(20))).toBeUndefined();
  expect(customersFault(people(24), [...people(20), 'new'])).toBe('A case can have at most 10 customers');
  expect(customersFault(people(24), people(13))).toBe('Please take at most 10 customers off a case at a time');
});
