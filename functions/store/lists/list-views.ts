import type * as z from 'zod';
import type { IndexName } from '#functions/store/table.ts';
import { type FilterValues, type ListDefinition, viewName } from './list-definition.ts';

/** A view that was chosen, the names of the filters that it does not tell, and its index where it has one. */
export interface ChosenView {
  name: string;
  left: readonly string[];
  index?: IndexName;
}

const chosenFrom = (views: ListDefinition['views'], sort: string, filters: FilterValues): ChosenView | undefined => {
  const asked = Object.keys(filters).filter((filter) => filters[filter] !== undefined);
  const [best] = views
    .filter((view) => view.sort === sort && view.filters.every((filter) => filters[filter] !== undefined))
    .sort((a, b) => b.filters.length - a.filters.length);
  if (!best) return undefined;
  const left = asked.filter((filter) => !best.filters.includes(filter));
  const { index } = best;
  return { name: viewName(best, filters), left, ...(index ? { index } : {}) };
};

/** The view that stands for exactly these filters in this order, by its index or by its tree alone; undefined for none. */
export const viewOf = (list: ListDefinition, sort: string, filters: FilterValues): ChosenView | undefined => {
  const chosen = chosenFrom(list.views, sort, filters);
  return chosen?.left.length === 0 ? chosen : undefined;
};

/** The view with an index whose rows are looked at for these filters: that which tells most of them. */
export const rowsViewFor = (
  list: ListDefinition,
  sort: string,
  filters: FilterValues,
): ChosenView & { index: IndexName } => {
  const chosen = chosenFrom(
    list.views.filter(({ index }) => index),
    sort,
    filters,
  );
  if (!chosen?.index) throw new Error(`the list ${list.name} has no view by ${sort}`);
  return { ...chosen, index: chosen.index };
};

/** Whether a row has the values of these filters, and is one of those that are looked for. */
export const passing =
  <Columns extends z.ZodObject>(
    list: ListDefinition<Columns>,
    names: readonly string[],
    filters: FilterValues,
    matches?: (row: z.output<Columns>) => boolean,
  ) =>
  (row: z.output<Columns>): boolean =>
    names.every((name) => list.filters[name]?.(row) === filters[name]) && (matches?.(row) ?? true);
