import { expect, it } from 'vitest';
import { readTime } from './typed-time.ts';

it.each([
  ['4:35 AM', '04:35'],
  ['435p', '16:35'],
  ['16:35', '16:35'],
  ['9', '09:00'],
  ['12 am', '00:00'],
  ['12:05pm', '12:05'],
  ['noon', '12:00'],
  ['24:00', undefined],
  ['13 pm', undefined],
  ['4:75', undefined],
  ['soon', undefined],
])('%j is %s', (typed, time) => expect(readTime(typed)).toBe(time));
