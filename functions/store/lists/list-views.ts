import type * as z from 'zod';
import type { IndexName } from '#functions/store/table.ts';
import { type FilterValues, type ListDefinition, viewName } from './list-definition.ts';

/** A view that was chosen, and the names of the filters that it does not hold. */
export interface ChosenView {
  name: string;
  index: IndexName;
  left: readonly string[];
}

/** The view for these filters in this order: the one that holds most of them. */
export const viewFor = (list: ListDefinition, sort: string, filters: FilterValues): ChosenView => {
  const asked = Object.keys(filters).filter((filter) => filters[filter] !== undefined);
  const [best] = list.views
    .filter((view) => view.sort === sort && view.filters.every((filter) => filters[filter] !== undefined))
    .sort((a, b) => b.filters.length - a.filters.length);
  if (!best) throw new Error(`the list ${list.name} has no view by ${sort}`);
  const left = asked.filter((filter) => !best.filters.includes(filter));
  return { name: viewName(best, filters), index: best.index, left };
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
