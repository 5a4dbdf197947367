import type * as z from 'zod';
import { searchWords } from '#domain/shared/values/search-text.ts';
import { orderKey } from '#functions/platform/store/key-format.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { IndexName } from '#functions/platform/store/table.ts';

export type Row = Record<string, unknown>;

interface View<Sort extends string, Filter extends string> {
  index: IndexName;
  sort: Sort;
  /** The view has a partition per combination of these filters' values. */
  filters?: readonly Filter[];
}

interface Definition<Columns extends z.ZodObject, Sort extends string, Filter extends string> {
  name: string;
  partition: (keys: Keys, id: string) => string;
  columns: Columns;
  sorts: Readonly<Record<Sort, (row: z.output<Columns>) => string>>;
  filters: Readonly<Record<Filter, (row: z.output<Columns>) => string>>;
  views: readonly View<NoInfer<Sort>, NoInfer<Filter>>[];
  /** False for a list without totals and pages. */
  isCounted?: boolean;
}

/** A method parameter is bivariant, so a list with some columns is assignable to a list with any. */
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

/** Returns the columns with an empty default each: rows from before a column was added are not rewritten yet. */
const withDefaults = <Columns extends z.ZodObject>(columns: Columns): Columns =>
  columns.extend(
    Object.fromEntries(
      Object.entries(columns.shape as Record<string, z.ZodType>).flatMap(([name, column]) => {
        const empty = [undefined, '', 0, false, null, []].find((value) => column.safeParse(value).success);
        return empty === undefined ? [] : [[name, column.prefault(empty)]];
      }),
    ),
  ) as unknown as Columns;

/** Declares a list with exact totals and any page. Filters without a view narrow the smallest one, up to a limit. */
export const defineList = <Columns extends z.ZodObject, Sort extends string, Filter extends string>(
  definition: Definition<Columns, Sort, Filter>,
): ListDefinition<Columns> => ({
  isCounted: true,
  ...definition,
  columns: withDefaults(definition.columns),
  views: definition.views.map(({ filters = [], ...view }) => ({ ...view, filters })),
});

export type FilterValues = Readonly<Record<string, string | undefined>>;

const viewName = ({ sort, filters }: { sort: string; filters: readonly string[] }, values: FilterValues): string =>
  [sort, ...filters.map((filter) => `${filter}=${values[filter]}`)].join('&');

/** Returns the views of a row with its key in each. A row without a filter value is in no view by that filter. */
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

export interface ChosenView {
  name: string;
  index: IndexName;
  left: readonly string[];
}

/** Returns the view in this order that covers most of the filters. */
export const viewFor = (list: ListDefinition, sort: string, filters: FilterValues): ChosenView => {
  const requested = Object.keys(filters).filter((filter) => filters[filter] !== undefined);
  const [best] = list.views
    .filter((view) => view.sort === sort && view.filters.every((filter) => filters[filter] !== undefined))
    .sort((a, b) => b.filters.length - a.filters.length);
  if (!best) throw new Error(`the list ${list.name} has no view by ${sort}`);
  const left = requested.filter((filter) => !best.filters.includes(filter));
  return { name: viewName(best, filters), index: best.index, left };
};

/** Returns whether a row matches these filters. */
export const matchesFilters =
  <Columns extends z.ZodObject>(
    list: ListDefinition<Columns>,
    names: readonly string[],
    filters: FilterValues,
    matches?: (row: z.output<Columns>) => boolean,
  ) =>
  (row: z.output<Columns>): boolean =>
    names.every((name) => list.filters[name]?.(row) === filters[name]) && (matches?.(row) ?? true);

/** So that a record's projection fits into one transaction. */
const maxTokens = 18;
/** A normalized letter can take many bytes, and a key has at most 1,024. */
export const maxTokenLength = 60;

/** Returns the distinct search tokens of the texts, up to the maximum. */
export const tokensOf = (...texts: readonly (string | null | undefined)[]): string[] =>
  boundedTokens(searchWords(...texts));

/** Returns distinct normalized words within the limits of number and length. */
export const boundedTokens = (words: readonly string[]): string[] => [
  ...new Set(
    words
      .filter((word) => word !== '')
      .map((word) => [...word].slice(0, maxTokenLength).join(''))
      .slice(0, maxTokens),
  ),
];
