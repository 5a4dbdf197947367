import { describe, expect, it } from 'vitest';
import type { ColumnName } from './column-labels.ts';
import {
  birthCentury,
  dayOrderOf,
  has24HourClock,
  importedDay,
  importedTime,
  latestCentury,
  optionsOf,
  wordMeaning,
  wordsToMap,
} from './column-values.ts';

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

describe('importedDay', () => {
  it.each([
    ['2019-03-04', '2019-03-04'],
    ['2019-3-4 10:00', '2019-03-04'],
    ['2019-03-04T10:00:00Z', '2019-03-04'],
    ['20190304', '2019-03-04'],
    ['3/4/2019', '2019-03-04'],
    ['3.4.2019', '2019-03-04'],
    ['03-04-2019 12:00 AM', '2019-03-04'],
    ['14-Mar-1941', '1941-03-14'],
    ['14 March 1941', '1941-03-14'],
    ['Mar 27, 2022', '2022-03-27'],
    ['Monday, March 28th, 2022', '2022-03-28'],
    ['27 de marzo de 2022', '2022-03-27'],
    ['05-ene-2019', '2019-01-05'],
    ['27 de marzo del 2022', '2022-03-27'],
    ['5 avril 1938', undefined],
    ['31/12/2019', undefined],
    ['2/30/2019', undefined],
    ['00/00/1931', undefined],
    ['43528', undefined],
    ['3/4/31', undefined],
    ['about 1931', undefined],
  ])('reads the day: %s', (text, day) => {
    expect(importedDay(text)).toBe(day);
  });

  it('reads a day in the order of its column', () => {
    expect(importedDay('05/06/1941', { order: 'day_first' })).toBe('1941-06-05');
    expect(importedDay('12/25/1941', { order: 'day_first' })).toBe(undefined);
  });

  it.each([
    ['1/24/60', '2022-03-01', '1960-01-24'],
    ['3/4/31', '2021-03-09', '1931-03-04'],
    ['14-Mar-21', '2021-03-09', '1921-03-14'],
    // Aged 6 or 106.
    ['3/4/15', '2021-03-09', undefined],
    ['3/4/01', '2021-03-09', '2001-03-04'],
    ['2/29/96', '2021-03-09', '1996-02-29'],
  ])('reads the birth %s of a person who died on %s in the only possible century', (text, died, day) => {
    expect(importedDay(text, { century: birthCentury(died) })).toBe(day);
  });

  it('reads any other two-digit year as the latest possible one', () => {
    const century = latestCentury('2026-11-24');
    expect(importedDay('9-Feb-22', { century })).toBe('2022-02-09');
    expect(importedDay('12/1/26', { century })).toBe('1926-12-01');
    expect(importedDay('3/4/95', { century })).toBe('1995-03-04');
  });
});

describe('importedTime', () => {
  it.each([
    ['4:30 AM', false, '04:30'],
    ['12:05 a.m.', false, '00:05'],
    ['3pm', false, '15:00'],
    ['16:45:00', false, '16:45'],
    ['0430', false, '04:30'],
    ['12/30/1899 16:45:00', false, '16:45'],
    ['4:30', false, undefined],
    ['10:15', false, undefined],
    ['00:15', false, '00:15'],
    ['10:30', true, '10:30'],
    ['9:30', true, '09:30'],
    ['2:00', true, undefined],
    ['25:00', false, undefined],
    ['13:00 PM', false, undefined],
    ['4', false, undefined],
    ['noon', false, '12:00'],
    ['10.30', true, '10:30'],
  ])('reads a time with one meaning: %s (of a service: %s)', (text, isService, time) => {
    expect(importedTime(text, { isService })).toBe(time);
  });

  it('requires two-digit hours in a column with a 24-hour clock', () => {
    expect(importedTime('10:15', { is24Hour: true })).toBe('10:15');
    expect(importedTime('2:40', { is24Hour: true })).toBeUndefined();
    for (const [values, is24Hour] of [
      [['10:15', '14:30'], true],
      [['10:15', '00:05'], true],
      [['10:15', '2:40', '11:20 PM', '12/20/1899 10:15:00'], false],
      [['3/4/2019 10:15', 'March 4, 2019 9:30', '2019-03-04 2:40'], false],
    ] as const)
      expect([values, has24HourClock(values)]).toEqual([values, is24Hour]);
  });
});
