import { expect, it } from 'vitest';
import { parsePastedDate } from './pasted-date.ts';

it.each([
  ['martes 5 de abril de 1938', '1938-04-05'],
  ['miércoles, 5 de marzo del 1941', '1941-03-05'],
  ['1.º de setiembre de 1929', '1929-09-01'],
  ['Dic. 25, 1941', '1941-12-25'],
  ['born Maryland, April 5, 1938', '1938-04-05'],
  ['Sunday, May 14th, 1937', '1937-05-14'],
  ['the 7th of December, 1941', '1941-12-07'],
  ['SEPT 5 1941', '1941-09-05'],
  ['1937 May 14', '1937-05-14'],
  ['Born: 12/07/1941', '1941-12-07'],
  ['1941-12-07T23:59', '1941-12-07'],
  ['29 Feb 1940', '1940-02-29'],
  ['29 Feb 1941', undefined],
  ['14.05.1937', '1937-05-14'],
  ['25/12/1950', '1950-12-25'],
  ['31/31/1938', undefined],
  ['25/12/50', '1950-12-25'],
  ['May 14, 37', '1937-05-14'],
  ['3/7/41', '1941-03-07'],
  ['12/1/26', '1926-12-01'],
  ['May 14, 7', undefined],
  ['marzo 1938', undefined],
  ['martes 5', undefined],
  ['marzo o mayo 4, 1941', undefined],
  ['May Smith, June 5, 1938', undefined],
  ['Maya Martinez 4 1941', undefined],
])('pasted “%s” is read as %s', (text, day) => expect(parsePastedDate(text, '2026-11-29')).toBe(day));

it.each([
  ['25/12/1934', '1934-12-25'],
  ['14-05-1937', '1937-05-14'],
  ['5/14/1937', '1937-05-14'],
  ['6/6/1938', '1938-06-06'],
  ['1938-05-06', '1938-05-06'],
  ['5 de junio de 1938', '1938-06-05'],
  ['12 de setiembre del 45', '1945-09-12'],
  ['5/6/38', undefined],
  ['5/6/1938', undefined],
  ['31/31/1938', undefined],
])('pasted “%s” in Spanish is read as %s', (text, day) => expect(parsePastedDate(text, '2026-11-29', 'es')).toBe(day));
