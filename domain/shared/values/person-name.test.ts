import { describe, expect, it, vi } from 'vitest';
import { lastNameFirst, middleInitial, personName } from './person-name.ts';

const messages = (schema: ReturnType<typeof personName>, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('personName', () => {
  it.each([
    ['José', 'José'],
    ['O’Brien-Smith', 'O’Brien-Smith'],
    ["N'Guessan", "N'Guessan"],
    ['’t Hooft', '’t Hooft'],
    ['D`Angelo', 'D`Angelo'],
    ['de la Cruz Jr.', 'de la Cruz Jr.'],
    ['Ng', 'Ng'],
    ['Лариса', 'Лариса'],
    ['王小明', '王小明'],
    ['アンナ・マリア', 'アンナ・マリア'],
    ['ʻIolani', 'ʻIolani'],
    ['علی‌رضا', 'علی‌رضا'],
    ['ශ්‍රී', 'ශ්‍රී'],
    ['مُحَمَّد', 'مُحَمَّد'],
    ['מֹשֶׁה בן־גוריון', 'מֹשֶׁה בן־גוריון'],
    ['தமிழ்ச்செல்வி', 'தமிழ்ச்செல்வி'],
    ['ג׳ורג׳ כ״ץ', 'ג׳ורג׳ כ״ץ'],
    ['Դ՚Արտանյան', 'Դ՚Արտանյան'],
    ['Gal·la', 'Gal·la'],
    ['Gal‧la', 'Gal·la'],
    ['Müller\u2010Lüdenscheidt', 'Müller-Lüdenscheidt'],
    ['Smith \u2013 Jones', 'Smith - Jones'],
    ['Nguye\u0302\u0303n Thi\u0323 Ly\u0301', 'Nguyễn Thị Lý'],
    ['ﻻﻻ', 'لالا'],
    ['Griﬃn', 'Griffin'],
    ['Ｔａｎａｋａ', 'Tanaka'],
    ['ｱﾝﾅ', 'アンナ'],
    ['O′Brien', 'O’Brien'],
    ['D‛Arcy', 'D’Arcy'],
    ['  St. John\u00a0 Smythe ', 'St. John Smythe'],
    ['\u202aJo\u200bAnn\u202c \u200c', 'JoAnn'],
    ['\u2068María José\u2069', 'María José'],
  ])('parses %s as %s', (typed, name) => expect(personName().parse(typed)).toBe(name));

  it.each([
    ['A', ['First name must be at least 2 characters long']],
    ...['R2D2', '--', 'de la Cruz, Jr.', 'Robert (Bob)', 'Mary & Ann'].map((name): [string, string[]] => [
      name,
      ['First name can only contain letters, spaces, hyphens, apostrophes, and periods'],
    ]),
    ['a'.repeat(101), ['First name must be 100 characters or less']],
    [7, ['First name must be text']],
  ])('rejects %j', (value, expected) => expect(messages(personName('First name'), value)).toEqual(expected));

  it('accepts a real one-letter name where the rule allows it', () => {
    expect(personName('First name', { minLength: 1 }).parse('Ý')).toBe('Ý');
    expect(messages(personName('First name', { minLength: 1 }), ' ')).toContain('First name is required');
  });
});

describe('middleInitial', () => {
  it('accepts one letter of any script and drops a period', () => {
    expect(middleInitial().parse('Ô.')).toBe('Ô');
    for (const letter of ['नि', 'क्षि', 'ที่', 'J́']) expect(middleInitial().parse(letter)).toBe(letter);
    const marked = `J${'\u0301'.repeat(40)}`;
    expect(messages(middleInitial(), marked)).toEqual(['Middle initial must be 1 character or less']);
  });

  it('counts a letter with its marks as one in a browser without a segmenter', () => {
    vi.stubGlobal('Intl', {});
    const rule = middleInitial();
    expect(['नि', 'ที่', 'James'].map((typed) => rule.safeParse(typed).success)).toEqual([true, true, false]);
    vi.unstubAllGlobals();
  });

  it('rejects more than one letter', () => {
    expect(messages(middleInitial("Father's middle initial"), 'James')).toEqual([
      "Father's middle initial must be 1 character or less",
    ]);
  });
});

it.each([
  ['Harold Edwin Lindqvist Jr.', 'Lindqvist', 'Lindqvist, Harold Edwin Jr.'],
  ['Marta Solís de Ortega', 'Solís de Ortega', 'Solís de Ortega, Marta'],
  ['James James', 'James', 'James, James'],
  ['Tyndall', 'Tyndall', 'Tyndall'],
  ['Baby Girl', '', 'Baby Girl'],
  ['Walter Pruitt', 'Pruitt-Shaw', 'Walter Pruitt'],
])('lastNameFirst writes %s with the last name “%s” as “%s”', (full, last, written) => {
  expect(lastNameFirst(full, last)).toBe(written);
});
