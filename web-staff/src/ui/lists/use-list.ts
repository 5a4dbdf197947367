import type { ListFilter, ValuesOf } from './list-filters.tsx';
import { type ListParams, useListParams } from './list-params.ts';

type Filters = Readonly<Record<string, ListFilter>>;

/** How a list is looked at: its address, read by what its filters and orders take. */
export interface ListState<F extends Filters = Filters, O extends string = string> {
  filters: F;
  params: ListParams;
  /** The filters in force. */
  values: ValuesOf<F>;
  ordering: O | '';
  /** What its call is asked; what the address says that no filter takes is left out. */
  query: ListParams['query'] & ValuesOf<F> & { ordering?: O };
}

/** The state of a list with these filters and orders, kept in its address. */
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
