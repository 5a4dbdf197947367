import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, foundWords, searchTokens } from './fold.ts';

describe('fold', () => {
  it.each([
    ['Nguyễn', 'nguyen'],
    ['NGUYỄN', 'nguyen'],
    ['María Elena Solís', 'maria elena solis'],
    ['Đặng Łukasz Søren', 'dang lukasz soren'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
  ])('%s → %s', (text, folded) => expect(fold(text)).toBe(folded));

  it('makes of plain ASCII what the long way makes of it', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 40 });
    // One letter beyond ASCII sends the whole text the long way.
    const check = (text: string): void => {
      expect(`${fold(text)}e`).toBe(fold(`${text}é`));
      expect([...new Set([...searchTokens(text), 'e'])]).toEqual(searchTokens(`${text} é`));
    };
    fc.assert(fc.property(ascii, check), { examples: [['e'], ["O'Neill, J.R. 904-555"]] });
  });
});

describe('searchTokens', () => {
  it('gives each folded word once', () => {
    expect(searchTokens('Thomas', 'Thomas', null, 'José')).toEqual(['thomas', 'jose']);
  });

  it("joins at apostrophes and periods, so that O'Neill and ONeill meet", () => {
    expect(searchTokens("O'Neill")).toEqual(searchTokens('ONeill'));
    expect(searchTokens('Smith-Jones, J.R.')).toEqual(['smith', 'jones', 'jr']);
  });

  it('gives nothing for nothing', () => expect(searchTokens('', undefined, ' - ')).toEqual([]));
});

describe('foundWords', () => {
  it.each([
    ["Patrick O'Neill", ['patrick', 'oneill', 'neill']],
    ['D’Angelo-Ruiz', ['dangelo', 'ruiz', 'angelo']],
    ["Ana's Men", ['anas', 'men']],
  ])('of %s are %j', (text, words) => expect(foundWords(text)).toEqual(words));
});
