import { pageWindow } from '#domain/shared/values/page.ts';

/** What stands between the arrows: page numbers, and a gap where some are left out. */
export type PagerItem = number | 'gap-before' | 'gap-after';

/** First page, a window of 5 around the current one, last page, with gaps where numbers are missing (D1 §9). */
export const pagerItems = (page: number, pages: number): PagerItem[] => {
  const window = pageWindow(page, pages);
  const [first = 1, last = 1] = [window[0], window.at(-1)];
  const before: PagerItem[] = first > 2 ? [1, 'gap-before'] : first === 2 ? [1] : [];
  const after: PagerItem[] = last < pages - 1 ? ['gap-after', pages] : last === pages - 1 ? [pages] : [];
  return [...before, ...window, ...after];
};

/** '21–40 of 132', or '0 results'; with fewer rows on the page than it has room for, as far as there are rows. */
export const rangeText = (page: number, size: number, count: number, rows = size): string => {
  if (count === 0) return '0 results';
  const all = count.toLocaleString('en-US');
  if (rows === 0) return `0 of ${all}`;
  const from = (page - 1) * size + 1;
  const to = Math.min(from - 1 + rows, count);
  return `${from.toLocaleString('en-US')}–${to.toLocaleString('en-US')} of ${all}`;
};
