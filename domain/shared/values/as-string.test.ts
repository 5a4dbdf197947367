import { expect, it } from 'vitest';
import { asString, stringAt, textsIn } from './as-string.ts';

it('asString returns an empty text for a non-text', () => {
  expect(['', ' Ann ', undefined, null, 7, true, ['a'], { a: 'b' }].map(asString)).toEqual([
    ...['', ' Ann ', '', '', '', '', '', ''],
  ]);
});

it('stringAt does the same for a value in an object, which may be missing', () => {
  expect(stringAt({ name: 'Ann', age: 7 }, 'name')).toBe('Ann');
  expect(stringAt({ name: 'Ann', age: 7 }, 'age')).toBe('');
  expect(stringAt({}, 'name')).toBe('');
  expect(stringAt(undefined, 'name')).toBe('');
});

it('textsIn returns only texts', () => {
  const texts = textsIn({ name: 'Ann', age: 7, town: 'Palatka' }, ['name', 'age', 'note']);
  expect(texts).toEqual({ name: 'Ann', age: '', note: '' });
});
