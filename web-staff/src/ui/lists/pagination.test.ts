import { describe, expect, it } from 'vitest';
import { pagerItems, rangeText } from './pagination.tsx';

describe('pagerItems', () => {
  it.each([
    [1, 1, [1]],
    [1, 5, [1, 2, 3, 4, 5]],
    [1, 6, [1, 2, 3, 4, 5, 6]],
    [1, 20, [1, 2, 3, 4, 5, 'gap-after', 20]],
    [4, 20, [1, 2, 3, 4, 5, 6, 'gap-after', 20]],
    [10, 20, [1, 'gap-before', 8, 9, 10, 11, 12, 'gap-after', 20]],
    [17, 20, [1, 'gap-before', 15, 16, 17, 18, 19, 20]],
    [20, 20, [1, 'gap-before', 16, 17, 18, 19, 20]],
  ])('shows a window of 5 around page %i of %i', (page, pages, expected) => {
    expect(pagerItems(page, pages)).toEqual(expected);
  });
});

describe('rangeText', () => {
  it.each([
    [1, 20, 0, '0 results'],
    [1, 20, 7, '1–7 of 7'],
    [3, 20, 47, '41–47 of 47'],
    [2, 100, 12_345, '101–200 of 12,345'],
  ])('page %i of %i rows out of %i reads %s', (page, size, count, text) => {
    expect(rangeText(page, size, count)).toBe(text);
  });

  it.each([
    [1, 20, 43, 18, '1–18 of 43'],
    [2, 20, 43, 19, '21–39 of 43'],
    [3, 20, 43, 3, '41–43 of 43'],
    [1, 20, 25, 0, '0 of 25'],
  ])('page %i of %i rows out of %i with %i rows reads %s', (page, size, count, rows, text) => {
    expect(rangeText(page, size, count, rows)).toBe(text);
  });
});
