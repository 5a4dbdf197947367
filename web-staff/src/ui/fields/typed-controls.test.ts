import { expect, it } from 'vitest';
import { readDate, typedDate } from './typed-controls.tsx';

it.each([
  ['11/20/1937', '1937-11-20'],
  ['1/2/26', '2026-01-02'],
  ['1-2-37', '1937-01-02'],
  ['11/20', '2026-11-20'],
  ['11201937', '1937-11-20'],
  ['1937-11-20', '1937-11-20'],
  [' Yesterday ', '2026-11-21'],
  ['tomorrow', '2026-11-23'],
  ['2/30/2026', undefined],
  ['13/1/2026', undefined],
  ['November 20, 1937', '1937-11-20'],
  ['20 de noviembre de 1937', '1937-11-20'],
  ['last week', undefined],
  ['', undefined],
])('readDate reads %j as %s', (typed, day) => expect(readDate(typed, '2026-11-22')).toBe(day));

it('typedDate returns the American format', () => {
  expect([typedDate('1937-11-20'), typedDate('11/2')]).toEqual(['11/20/1937', '11/2']);
});
