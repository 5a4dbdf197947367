import type * as z from 'zod';
import { searchWords } from '#domain/shared/values/search-text.ts';
import { orderKey } from '#functions/platform/store/key-format.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { IndexName } from '#functions/platform/store/table.ts';

export type Row = Record<string, unknown>;

interface View<Sort extends string, Filter extends string> {
  /** The index that holds the rows; each index serves one view of a row. */
  index: IndexName;
  sort: Sort;
  /** The filters that the view is for: it has a partition per combination of their values. */
  filters?: readonly Filter[];
}

interface Definition<Columns extends z.ZodObject, Sort extends string, Filter extends string> {
  name: string;
  /** Partition of a record of the list. */
  partition: (keys: Keys, id: string) => string;
  /** The stored row. A column that is added later has a default, for rows that were not written anew yet. */
  columns: Columns;
  /** Per sort, the value that a row is sorted by. */
  sorts: Readonly<Record<Sort, (row: z.output<Columns>) => string>>;
  /** Per filter, the value that a row has in it. */
  filters: Readonly<Record<Filter, (row: z.output<Columns>) => string>>;
  views: readonly View<NoInfer<Sort>, NoInfer<Filter>>[];
  /** False for a list that is only walked: its views have no totals and no pages. */
  isCounted?: boolean;
}

/** A method's parameter, unlike a function's, lets a list of some columns stand for a list of any. */
type ValueOf<Row> = { of(row: Row): string }['of'];

export interface ListDefinition<Columns extends z.ZodObject = z.ZodObject> {
  name: string;
  partition: (keys: Keys, id: string) => string;
  columns: Columns;
  sorts: Readonly<Record<string, ValueOf<z.output<Columns>>>>;
  filters: Readonly<Record<string, ValueOf<z.output<Columns>>>>;
  views: readonly { index: IndexName; sort: string; filters: readonly string[] }[];
  isCounted: boolean;
}

/**
 * Declares a list: its columns, how it is sorted and filtered, and the views that are kept of it, each with exact totals
 * and a jump to any page. Filters without a view narrow the smallest one in memory, up to a bound.
 */
export const defineList = <Columns extends z.ZodObject, Sort extends string, Filter extends string>(
  definition: Definition<Columns, Sort, Filter>,
): ListDefinition<Columns> => ({
  isCounted: true,
  ...definition,
  views: definition.views.map(({ filters = [], ...view }) => ({ ...view, filters })),
});

export type FilterValues = Readonly<Record<string, string | undefined>>;

/** What a view is called for these values of its filters. */
const viewName = ({ sort, filters }: { sort: string; filters: readonly string[] }, values: FilterValues): string =>
  [sort, ...filters.map((filter) => `${filter}=${values[filter]}`)].join('&');

/**
 * The views that a row is in, each with its name and the row's key there. A row without a value in a filter is in no view
 * by this filter: nothing asks for those.
 */
export const viewsOfRow = <Columns extends z.ZodObject>(
  { views, sorts, filters }: ListDefinition<Columns>,
  id: string,
  row: z.output<Columns>,
): { index: IndexName; view: string; key: string }[] =>
  views.flatMap(({ index, sort, filters: own }) => {
    const values = Object.fromEntries(own.map((filter) => [filter, filters[filter]?.(row)]));
    if (Object.values(values).includes('')) return [];
    return [{ index, view: viewName({ sort, filters: own }, values), key: orderKey(`${sorts[sort]?.(row)}`, id) }];
  });

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
export const matchesFilters =
  <Columns extends z.ZodObject>(
    list: ListDefinition<Columns>,
    names: readonly string[],
    filters: FilterValues,
    matches?: (row: z.output<Columns>) => boolean,
  ) =>
  (row: z.output<Columns>): boolean =>
    names.every((name) => list.filters[name]?.(row) === filters[name]) && (matches?.(row) ?? true);

/** A record takes at most so many search tokens, so that its projection fits into one transaction. */
const maxTokens = 18;
/** A folded letter can take many bytes, and a key 1,024 in all. */
export const maxTokenLength = 60;

/** The distinct search tokens of the texts that a record is found by, the first ones where there are very many. */
export const tokensOf = (...texts: readonly (string | null | undefined)[]): string[] =>
  boundedTokens(searchWords(...texts));

/** The distinct ones of folded words, as many and as long as a record may have them. */
export const boundedTokens = (words: readonly string[]): string[] => [
  ...new Set(
    words
      .filter((word) => word !== '')
      .map((word) => [...word].slice(0, maxTokenLength).join(''))
      .slice(0, maxTokens),
  ),
];
