import { expect, it } from 'vitest';
import { parsePastedDate } from './pasted-date.ts';

it.each([
  ['martes 5 de abril de 1938', '1938-04-05'],
  ['Martes, 14 de septiembre de 1937', '1937-09-14'],
  ['born Maryland, April 5, 1938', '1938-04-05'],
  ['14 de mayo de 1937', '1937-05-14'],
  ['4 JULIO 1940', '1940-07-04'],
  ['Sept. 3, 1940', '1940-09-03'],
  ['May 14, 1937', '1937-05-14'],
  ['14 May 1937', '1937-05-14'],
  ['5/14/1937', '1937-05-14'],
  ['1937-05-14', '1937-05-14'],
  // A name with a month, or only a weekday.
  ['May Smith, June 5, 1938', undefined],
  ['martes 5', undefined],
  ['marzo 1938', undefined],
])('pasted “%s” is read as %s', (text, day) => expect(parsePastedDate(text)).toBe(day));
