import { describe, expect, it } from 'vitest';
import { parsePhone } from '#domain/shared/values/phone.ts';
import { caseSearch, caseSearchTokens, matchesRemainingTokens } from './case-search.ts';

const { found, tested } = caseSearchTokens({
  case_number: 'WA-2026-0007',
  deceased: 'María Elena Solís de Ortega',
  alias: 'Mari',
  informant: "Ana O'Neill",
  phones: ['9045550142'],
});
const words = [...found, ...tested];
const isFound = (typed: string): boolean => {
  const search = caseSearch(typed);
  if (!search) return false;
  return found.some((word) => word.startsWith(search.lookup)) && matchesRemainingTokens(search, words);
};

describe('caseSearch', () => {
  it.each([
    ['WA-2026-0007', true],
    ['wa20260007', true],
    ['wa-2026-00', true],
    ['WA 0007', true],
    ['0007', true],
    ['2026 0007', true],
    ['2025 0007', false],
    ['WA-2026-0008', false],
    ['solis', true],
    ['Ortega María', true],
    ['ONeill', true],
    ['neill', true],
    ["ana o'ne", true],
    ['Ana 0007', true],
    ['Ana 0008', false],
    ['mari', true],
    ['(904) 555-0142', true],
    ['+1 904.555.0142', true],
    ['555-0142', true],
    ['555-0143', false],
    ['a', false],
    ['-', false],
  ])('matches %j: %s', (typed, found) => {
    expect(isFound(typed)).toBe(found);
  });

  it.each([
    ['李 明', true],
    ['明 李', true],
    ['李明', true],
    ['a 李', true],
    ['b 李', false],
    ['李 明 0007', false],
    ['王 明', false],
  ])('finds a name of one-letter words by %s: %s', (typed, expected) => {
    const { found } = caseSearchTokens({
      ...{ case_number: 'WA-2026-0009', deceased: '明 李', alias: '', informant: 'Ana Ruiz', phones: [] },
    });
    const search = caseSearch(typed);
    const isHit = found.some((word) => word.startsWith(search?.lookup ?? '-'));
    expect(isHit && search !== undefined && matchesRemainingTokens(search, found)).toBe(expected);
  });

  it.each(['+52 55 1234 5678', '+525512345678', '+49 30 123456', '+372 1234 5678'])(
    'finds an international phone number: %s',
    (typed) => {
      const phone = parsePhone(typed);
      const { found } = caseSearchTokens({
        ...{ case_number: 'WA-2026-0008', deceased: 'Elena Ruiz', alias: '', informant: 'Ana Ruiz' },
        phones: 'digits' in phone ? [phone.digits] : [],
      });
      const { lookup = '-', others } = caseSearch(typed) ?? {};
      expect([found.some((word) => word.startsWith(lookup)), others]).toEqual([true, []]);
    },
  );

  it('looks up the most selective word, and never a year', () => {
    expect(caseSearch('2026 0007')).toEqual({ lookup: '0007', others: ['2026'] });
    expect(caseSearch('Josefina Lund')).toEqual({ lookup: 'lund', others: ['josefina'] });
    expect(caseSearch('Lund, Josefina')).toEqual({ lookup: 'lund', others: ['josefina'] });
    expect(caseSearch('Josefina Lee')?.lookup).toBe('josefina');
    expect(caseSearch('Lund 0007')?.lookup).toBe('lund');
    expect(caseSearch('Lund 2026')?.lookup).toBe('lund');
    expect([found.includes('2026'), tested]).toEqual([false, ['2026']]);
  });
});
