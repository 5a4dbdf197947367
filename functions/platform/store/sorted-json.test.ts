import { describe, expect, it } from 'vitest';
import { sortedJson } from './sorted-json.ts';

describe('sortedJson', () => {
  it('returns the same text for any key order, at every depth', () => {
    expect(sortedJson({ b: [{ d: 1, c: 2 }], a: null })).toBe(sortedJson({ a: null, b: [{ c: 2, d: 1 }] }));
    expect(sortedJson({ b: 1, a: 2 })).toBe('{"a":2,"b":1}');
  });

  it('keeps the order of lists', () => {
    expect(sortedJson([2, 1])).not.toBe(sortedJson([1, 2]));
  });

  it('omits the listed keys', () => {
    expect(sortedJson({ token: 'x', a: { token: 'y', b: 1 } }, new Set(['token']))).toBe('{"a":{"b":1}}');
  });

  it('accepts non-objects', () => {
    expect([sortedJson(undefined), sortedJson(null), sortedJson('a')]).toEqual(['', 'null', '"a"']);
  });
});
