import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatYearlyNumber } from '#domain/shared/values/yearly-number.ts';
import { numbersThere, quickBooksDocNumber } from './reconciliation.ts';

it.each([
  ['WA-R-2026-0007', ['WA-R-2026-0007']],
  ['LONGPREFIX-R-2026-0007', ['LONGPREFIXR-2026-0007', 'ONGPREFIX-R-2026-0007']],
  ['LONGPREFIX-R-2026-10007', ['LONGPREFIXR2026-10007', 'NGPREFIX-R-2026-10007']],
])('shortens %s, and recognizes the number that was sent earlier', (number, there) =>
  expect(numbersThere(number)).toEqual(there),
);

it('shortens different numbers to different ones of at most 21 characters', () => {
  const prefix = fc.oneof(fc.stringMatching(/^[A-Z0-9]{0,10}$/), fc.stringMatching(/^[XYR1]ONGPREFIX$/));
  const place = fc.integer({ min: 1, max: 99_999 });
  const number = fc.tuple(prefix, fc.constantFrom('R', 'S'), fc.constantFrom(2026, 2027), place);
  fc.assert(
    fc.property(
      fc.uniqueArray(
        number.map((of) => formatYearlyNumber(...of)),
        { minLength: 2 },
      ),
      (numbers) => {
        const there = new Set(numbers.map(quickBooksDocNumber));
        expect(there.size).toBe(numbers.length);
        for (const one of there) expect(one.length).toBeLessThanOrEqual(21);
      },
    ),
  );
});
