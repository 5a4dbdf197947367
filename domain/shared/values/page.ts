/** The page sizes that every list offers (D1 §9). */
export const pageSizes = [10, 20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];
export const defaultPageSize: PageSize = 20;

/** One page of a list: `count` is the exact total, `next` and `previous` are links to the neighbours. */
export interface Page<T> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

/** How many pages `count` records fill; an empty list has one. */
export function pageCount(count: number, size: number): number {
  return Math.max(1, Math.ceil(count / size));
}

/** The page numbers a pager shows: at most `width` in a row around `page`, within 1…`pages` (D1 §9: a window of 5). */
export function pageWindow(page: number, pages: number, width = 5): number[] {
  const size = Math.min(width, pages);
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), pages - size + 1));
  return Array.from({ length: size }, (_, index) => first + index);
}
