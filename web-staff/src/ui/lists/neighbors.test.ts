import { expect, it } from 'vitest';
import { positionInList, rememberRows } from './neighbors.ts';

it('knows the record before and after one, in the order of the list', () => {
  rememberRows('/cases', ['/cases/a', '/cases/b', '/cases/c']);
  expect(positionInList('/cases', '/cases/b')).toEqual({ at: 2, of: 3, before: '/cases/a', after: '/cases/c' });
  expect(positionInList('/cases', '/cases/a')).toMatchObject({ at: 1, before: undefined });
  expect(positionInList('/cases', '/cases/c')).toMatchObject({ at: 3, after: undefined });
});

it('says nothing of a record that came another way, or stood alone', () => {
  rememberRows('/customers', ['/customers/a']);
  expect(positionInList('/customers', '/customers/a')).toBeUndefined();
  expect(positionInList('/customers', '/customers/b')).toBeUndefined();
  expect(positionInList('/submissions', '/submissions/a')).toBeUndefined();
});
