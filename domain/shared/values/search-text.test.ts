import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldForSearch, isSearchable, mostSelectiveFirst, searchTokens, searchWords } from './search-text.ts';

describe('foldForSearch', () => {
  it.each([
    ['Nguyễn', 'nguyen'],
    ['NGUYỄN', 'nguyen'],
    ['María Elena Solís', 'maria elena solis'],
    ['Đặng Łukasz Søren', 'dang lukasz soren'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
  ])('%s → %s', (text, folded) => expect(foldForSearch(text)).toBe(folded));

  it('handles ASCII like the general algorithm', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 40 });
    // A non-ASCII letter sends the whole text through the general algorithm.
    const check = (text: string): void => {
      expect(`${foldForSearch(text)}e`).toBe(foldForSearch(`${text}é`));
      expect([...new Set([...searchTokens(text), 'e'])]).toEqual(searchTokens(`${text} é`));
    };
    fc.assert(fc.property(ascii, check), { examples: [['e'], ["O'Neill, J.R. 904-555"]] });
  });
});

describe('searchTokens', () => {
  it('returns each normalized word once', () => {
    expect(searchTokens('Thomas', 'Thomas', null, 'José')).toEqual(['thomas', 'jose']);
  });

  it("joins at apostrophes and periods, so that O'Neill matches ONeill", () => {
    expect(searchTokens("O'Neill")).toEqual(searchTokens('ONeill'));
    expect(searchTokens('Smith-Jones, J.R.')).toEqual(['smith', 'jones', 'jr']);
  });

  it('returns nothing for an empty text', () => expect(searchTokens('', undefined, ' - ')).toEqual([]));
});

describe('searchWords', () => {
  it.each([
    ["Patrick O'Neill", ['patrick', 'oneill', 'neill']],
    ['D’Angelo-Ruiz', ['dangelo', 'ruiz', 'angelo']],
    ["Ana's Men", ['anas', 'men']],
    ['明 李', ['明', '李', '李明', '明李']],
    ['リー 小 明', ['リー', '小', '明', '明リー小', 'リー小明']],
    ['李 Ming', ['李', 'ming']],
    ['李 明 華 文', ['李', '明', '華', '文']],
  ])('returns for %s: %j', (text, words) => expect(searchWords(text)).toEqual(words));
});

describe('isSearchable depends on the script of a one-letter word: %s', () => {
  it.each([
    ['李', true],
    ['김', true],
    ['a', false],
    ['é', false],
    ['7', false],
    ['ab', true],
    ['', false],
  ])('%s is searchable: %s', (word, can) => expect(isSearchable(foldForSearch(word))).toBe(can));

  it('mostSelectiveFirst puts an unsearchable word last', () => {
    expect(mostSelectiveFirst(['a', '李'], 'a 李')).toEqual(['李', 'a']);
  });
});
