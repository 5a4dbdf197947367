import { useEffect } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import { defaultPageSize, pageSizes } from '#domain/shared/values/page.ts';
import type { ListFilter, ValuesOf } from './list-filters.tsx';

type PageSize = `${(typeof pageSizes)[number]}`;

export const readListParams = <F extends string>(params: URLSearchParams, filters: readonly F[]) => {
  const page = Number(params.get('page'));
  const size = Number(params.get('page_size'));
  const pageSize = pageSizes.find((known) => known === size) ?? defaultPageSize;
  return {
    search: params.get('search')?.slice(0, 100) ?? '',
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
    pageSize,
    filters: Object.fromEntries(filters.map((name) => [name, params.get(name) ?? ''])) as Record<F, string>,
  };
};

/** A change of rows returns to the first page. */
export const withParams = (params: URLSearchParams, changes: Record<string, string>): URLSearchParams => {
  const next = new URLSearchParams(params);
  if (!('page' in changes)) next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
};

/** In memory only. */
const lastSeen = new Map<string, string>();

export const lastListPath = (path: string): string => path + (lastSeen.get(path) ?? '');

/**
 * Returns the browser's current address. Rendering lags behind it on a slow device, and a filter chosen then must not
 * restore a search that was just cleared.
 */
const inAddress = () => new URLSearchParams(globalThis.location.search);

/** They are in the URL, so that Back, reload and shared links show the same rows. */
export const useListParams = <F extends string>(filterNames: readonly F[]) => {
  const [params, setParams] = useSearchParams();
  const { pathname, search: address } = useLocation();
  const next = useNavigation().location;
  useEffect(() => {
    lastSeen.set(pathname, address);
  }, [pathname, address]);
  const { search, page, pageSize, filters } = readListParams(params, filterNames);
  return {
    search,
    page,
    pageSize,
    filters,
    active: search !== '' || Object.values(filters).some((value) => value !== ''),
    query: { ...(search ? { search } : {}), page: String(page), page_size: String(pageSize) as PageSize },
    /** Typing replaces the address; a chosen filter or page is a step that Back undoes. */
    setSearch: (text: string) => {
      // The search follows the last letter after a delay: it must not cancel a page that is being opened.
      if (next && next.pathname !== pathname) return;
      setParams(() => withParams(inAddress(), { search: text }), { replace: true });
    },
    setFilter: (name: F, value: string) => setParams(() => withParams(inAddress(), { [name]: value })),
    setPage: (next: { page: number; pageSize: number }) =>
      setParams(() =>
        withParams(inAddress(), {
          page: next.page === 1 ? '' : String(next.page),
          page_size: next.pageSize === defaultPageSize ? '' : String(next.pageSize),
        }),
      ),
    clear: () => setParams({}),
  };
};
type ListParams<F extends string = string> = ReturnType<typeof useListParams<F>>;

type Filters = Readonly<Record<string, ListFilter>>;

export interface ListState<F extends Filters = Filters, O extends string = string> {
  filters: F;
  params: ListParams;
  values: ValuesOf<F>;
  ordering: O | '';
  /** Query of the list's call; URL values that no filter accepts are omitted. */
  query: ListParams['query'] & ValuesOf<F> & { ordering?: O };
}

export const useList = <F extends Filters, O extends string = never>(
  filters: F,
  orderings: readonly O[] = [],
): ListState<F, O> => {
  const params = useListParams([...Object.keys(filters), ...(orderings.length ? ['ordering'] : [])]);
  const values = Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) => {
      const value = params.filters[name] ?? '';
      return value !== '' && filter.accepts(value) ? [[name, value]] : [];
    }),
  ) as ValuesOf<F>;
  const ordering = orderings.find((known) => known === params.filters.ordering) ?? '';
  return {
    filters,
    params,
    values,
    ordering,
    query: { ...params.query, ...values, ...(ordering ? { ordering } : {}) },
  };
};
