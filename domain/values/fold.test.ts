import { describe, expect, it } from 'vitest';
import { fold, searchTokens } from './fold.ts';

describe('fold', () => {
  it.each([
    ['Nguyễn', 'nguyen'],
    ['NGUYỄN', 'nguyen'],
    ['María Elena Solís', 'maria elena solis'],
    ['Đặng Łukasz Søren', 'dang lukasz soren'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
  ])('%s → %s', (text, folded) => expect(fold(text)).toBe(folded));
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
