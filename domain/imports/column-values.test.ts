import { describe, expect, it } from 'vitest';
import type { ColumnName } from './column-labels.ts';
import { dayOrderOf, optionsOf, wordMeaning, wordsToMap } from './column-values.ts';

describe('wordsToMap and optionsOf', () => {
  it('counts the words of a column with their known meanings', () => {
    expect(
      wordsToMap('service_type', ['TRAD', 'trad ', 'MEM', 'Entombment', 'Z9', 'N/A', '(   )', '', '987-65-4321']),
    ).toEqual([
      { word: 'TRAD', count: 2, value: 'traditional' },
      { word: 'MEM', count: 1, value: 'memorial' },
      { word: 'Entombment', count: 1, value: 'entombment' },
      { word: 'Z9', count: 1, value: undefined },
    ]);
    expect(wordsToMap('city_of_death', ['Palatka'])).toEqual([]);
  });

  it.each<[ColumnName, string, string | undefined]>([
    ['service_type', 'DC', 'direct_cremation'],
    ['service_type', 'Removal from State', 'removal_from_state'],
    ['disposition_method', 'DC', 'cremation'],
    ['kin_relationship', 'Daughter-in-law', 'in_law'],
    ['kin_relationship', 'Grand Daughter', 'grandchild'],
    ['kin_relationship', 'GDAU', 'grandchild'],
    ['kin_relationship', 'Partner', undefined],
    ['kin_relationship', 'Fiancé', undefined],
    ['gender', 'X', undefined],
    ['marital_status', 'Never Married', 'single'],
    ['is_veteran', 'Y', 'yes'],
    ['status', 'At-Need', undefined],
  ])('reads the %s word %s as %s', (field, word, value) => {
    expect(wordMeaning(field, word)).toBe(value);
    const values = optionsOf(field).map((option) => option.value);
    if (value) expect(values).toContain(value);
  });

  it('accepts the homes of the organization as words', () => {
    const homes = [{ id: '7', name: 'Whitcomb & Ames', slug: 'whitcomb-ames' }];
    expect(optionsOf('funeral_home', homes)).toEqual([{ value: '7', label: 'Whitcomb & Ames' }]);
    expect(wordsToMap('funeral_home', ['whitcomb ames', '02'], homes)).toEqual([
      { word: 'whitcomb ames', count: 1, value: '7' },
      { word: '02', count: 1, value: undefined },
    ]);
  });
});

describe('dayOrderOf', () => {
  it.each([
    [['25/12/1934', '05/06/1941'], 'day_first'],
    [['12/25/1934', '05/06/1941'], 'month_first'],
    [['05/06/1941', '1934-12-25', ''], 'unclear'],
    [['25.12.1934', '12/25/1934'], 'unclear'],
    [['00/00/1931', '45/46/1931'], 'unclear'],
  ])('finds the order by the unambiguous days: %o', (values, order) => {
    expect(dayOrderOf(values)).toBe(order);
  });
});
