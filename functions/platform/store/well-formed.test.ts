import { expect, it } from 'vitest';
import { wellFormed } from './table.ts';

const half = '\u{1F54A}'.slice(0, 1);

it('wellFormed replaces lone surrogates anywhere, also in names and sets', () => {
  const given = { list: ['whole', `a${half}`], inner: { [`n${half}`]: `${half}b` }, set: new Set([half]), n: 1 };
  expect(wellFormed(given)).toEqual({
    list: ['whole', 'a\uFFFD'],
    inner: { 'n\uFFFD': '\uFFFDb' },
    set: new Set(['\uFFFD']),
    n: 1,
  });
});

it('wellFormed returns a valid value as is', () => {
  const given = { bytes: new Uint8Array([1]), text: '\u{1F54A}', list: [{ n: null }], none: undefined };
  expect(wellFormed(given)).toBe(given);
});
