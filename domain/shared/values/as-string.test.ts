import { expect, it } from 'vitest';
import { asString, stringAt, textsIn } from './as-string.ts';

it('a value that is no text is as one that says nothing', () => {
  expect(['', ' Ann ', undefined, null, 7, true, ['a'], { a: 'b' }].map(asString)).toEqual([
    ...['', ' Ann ', '', '', '', '', '', ''],
  ]);
});

it('a value among others is read the same way, and nothing is said where there are none', () => {
  expect(stringAt({ name: 'Ann', age: 7 }, 'name')).toBe('Ann');
  expect(stringAt({ name: 'Ann', age: 7 }, 'age')).toBe('');
  expect(stringAt({}, 'name')).toBe('');
  expect(stringAt(undefined, 'name')).toBe('');
});

it('values that are asked for by their names are all texts', () => {
  const texts = textsIn({ name: 'Ann', age: 7, town: 'Palatka' }, ['name', 'age', 'note']);
  expect(texts).toEqual({ name: 'Ann', age: '', note: '' });
});
