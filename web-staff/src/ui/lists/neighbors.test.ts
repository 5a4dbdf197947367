import { expect, it } from 'vitest';
import { positionInList, rememberRows } from './neighbors.tsx';

it('positionInList returns the neighbors in list order', () => {
  rememberRows('/cases', ['/cases/a', '/cases/b', '/cases/c']);
  expect(positionInList('/cases', '/cases/b')).toEqual({ at: 2, of: 3, before: '/cases/a', after: '/cases/c' });
  expect(positionInList('/cases', '/cases/a')).toMatchObject({ at: 1, before: undefined });
  expect(positionInList('/cases', '/cases/c')).toMatchObject({ at: 3, after: undefined });
});

it('positionInList returns undefined for a record not opened from the list', () => {
  rememberRows('/customers', ['/customers/a']);
  expect(positionInList('/customers', '/customers/a')).toBeUndefined();
  expect(positionInList('/customers', '/customers/b')).toBeUndefined();
  expect(positionInList('/submissions', '/submissions/a')).toBeUndefined();
});
