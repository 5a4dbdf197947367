import type { CaseOrdering, CaseRow, PossibleDuplicateCase } from '#domain/cases/case.schema.ts';
import { caseSearch, matchesRemainingTokens } from '#domain/cases/case-search.ts';
import { caseDuplicateKeys, type PersonOfCase } from '#domain/cases/case-validation.ts';
import { addDays } from '#domain/shared/values/calendar-date.ts';
import { createHomeRepository, withHomeName } from '#functions/organizations/repository/homes.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import {
  type PageOfList,
  pageOfList,
  pageOfSearch,
  type SortRange,
  walkList,
} from '#functions/platform/store/lists/list-page.ts';
import { recordsSharing, type Shared } from '#functions/platform/store/lists/projection.ts';
import { rowsOf, searchHits } from '#functions/platform/store/lists/search-tokens.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { type CaseListRow, type CaseOrderRow, caseOrders, casesList, noValue, orderRow, redAt } from './case-rows.ts';

/** Filters and order of cases. Days are inclusive; instants are from inclusive, to exclusive. */
export interface CaseListFilters {
  status?: string | undefined;
  home?: string | undefined;
  service_type?: string | undefined;
  creator?: string | undefined;
  lacking?: boolean | undefined;
  /** The planned moment of a gate with missing checks, from inclusive, to exclusive. */
  red?: { from: string; to: string } | undefined;
  service_from?: string | undefined;
  service_to?: string | undefined;
  createdFrom?: string | undefined;
  createdBefore?: string | undefined;
  search?: string | undefined;
  ordering?: CaseOrdering | `-${CaseOrdering}` | undefined;
}

export interface CaseListQuery extends CaseListFilters {
  page: number;
  pageSize: number;
}

const maxAlike = 10;

type Placed = Pick<CaseListRow, 'created_at' | 'service_date'> & ({ gate: CaseListRow['gate'] } | { red_at: string });

/** Splits the filters into those that choose a view, those that bound its order, and those checked per row. */
const planOf = (query: CaseListFilters) => {
  const { status, home, service_type, creator, lacking, service_from, service_to, createdFrom, createdBefore } = query;
  const isRed = (row: Placed): boolean => {
    const at = 'red_at' in row ? row.red_at : redAt(row);
    return !query.red || (at >= query.red.from && at < query.red.to);
  };
  const hasService = Boolean(service_from || service_to);
  const ordering = query.ordering ?? (hasService ? 'service_date' : '-created_at');
  const by = ordering.replace('-', '') as CaseOrdering;
  const within = ({ created_at }: Placed): boolean =>
    (!createdFrom || created_at >= createdFrom) && (!createdBefore || created_at < createdBefore);
  const serviceWithin = ({ service_date: day }: Placed): boolean =>
    day !== '' && (!service_from || day >= service_from) && (!service_to || day <= service_to);
  const service = hasService ? { from: service_from, to: service_to ? addDays(service_to, 1) : noValue } : {};
  const checks = [
    ...(query.red ? [isRed] : []),
    ...((createdFrom || createdBefore) && by !== 'created_at' ? [within] : []),
    ...(hasService && by !== 'service_date' ? [serviceWithin] : []),
  ];
  const range: SortRange =
    by === 'created_at' ? { from: createdFrom, to: createdBefore } : by === 'service_date' ? service : {};
  const filters = { home, status, service_type, creator, lacking: lacking ? 'true' : undefined };
  return {
    by,
    ascending: !ordering.startsWith('-'),
    filters,
    range,
    /** Checks of a row in an order that the range bounds. */
    matches: checks.length ? (row: Placed): boolean => checks.every((check) => check(row)) : undefined,
    holds: (row: Placed): boolean => isRed(row) && within(row) && (!hasService || serviceWithin(row)),
    /** The list is ordered by creation, of all, by home and status; any other order is in the second list. */
    inOrders: by !== 'created_at' || service_type !== undefined || creator !== undefined,
  };
};

const inOrder = (rows: readonly CaseListRow[], by: CaseOrdering, ascending: boolean): CaseListRow[] => {
  const sort = caseOrders.sorts[by] as (row: CaseOrderRow) => string;
  const direction = ascending ? 1 : -1;
  return rows
    .map((row) => ({ row, key: sort(orderRow(row)) }))
    .sort((a, b) => (a.key === b.key ? 0 : (a.key < b.key ? -1 : 1) * direction))
    .map(({ row }) => row);
};

export const caseLists = (table: Table, keys: Keys) => {
  const homes = createHomeRepository(table, keys);
  const answered =
    (names: ReadonlyMap<string, string>) =>
    (row: CaseListRow): CaseRow =>
      withHomeName(row, names);
  const rows = (ids: readonly string[]) => rowsOf(table, keys, casesList, ids);
  const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
  const optional = <T>(matches: T | undefined): { matches?: T } => (matches ? { matches } : {});

  const paged = async (query: CaseListQuery): Promise<PageOfList<CaseListRow>> => {
    const { by, ascending, filters, range, matches, inOrders } = planOf(query);
    const { page, pageSize } = query;
    const request = { ascending, filters, ranges: [range], page, pageSize, ...optional(matches) };
    if (!inOrders) return pageOfList(table, keys, casesList, { ...request, sort: 'created' });
    const { rows: found, ...counted } = await pageOfList(table, keys, caseOrders, { ...request, sort: by });
    return { ...counted, rows: await rows(idsOf(found)) };
  };
  const searched = (query: CaseListQuery, typed: string): Promise<PageOfList<CaseListRow>> => {
    const search = caseSearch(typed);
    if (!search) return Promise.resolve({ count: 0, isExact: true, rows: [] });
    const { by, ascending, filters, holds } = planOf(query);
    // Search hits are returned newest first.
    const isUsual = by === 'created_at' && !ascending;
    const hasDays = query.red || query.createdFrom || query.createdBefore || query.service_from || query.service_to;
    return pageOfSearch(table, keys, casesList, {
      lookup: search.lookup,
      found: (tokens) => matchesRemainingTokens(search, tokens),
      filters,
      ...(hasDays ? { matches: holds } : {}),
      ...(isUsual ? {} : { sorted: (found) => inOrder(found, by, ascending) }),
      page: query.page,
      pageSize: query.pageSize,
    });
  };
  /** Returns the cases that share one of these values, newest first, without the case `self`. */
  const sharing = async (values: readonly Shared[], self?: string): Promise<PossibleDuplicateCase[]> => {
    const ids = await recordsSharing(table, keys, casesList.name, values);
    const [found, names] = await Promise.all([rows(ids.filter((id) => id !== self)), homes.homeNames()]);
    return found
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
      .slice(0, maxAlike)
      .map(answered(names));
  };

  return {
    async list(query: CaseListQuery) {
      const [found, names] = await Promise.all([
        query.search ? searched(query, query.search) : paged(query),
        homes.homeNames(),
      ]);
      return { ...found, rows: found.rows.map(answered(names)) };
    },
    /** Returns the next rows after `cursor`; search hits in the order of their words. */
    async walk(query: CaseListFilters, cursor: string | undefined, limit: number) {
      const { by, ascending, filters, range, matches, holds, inOrders } = planOf(query);
      const namesOfHomes = homes.homeNames();
      const step = async (): Promise<{ rows: CaseListRow[]; end?: string }> => {
        if (query.search) {
          const search = caseSearch(query.search);
          if (!search) return { rows: [] };
          const { hits, end } = await searchHits(table, keys, {
            list: casesList.name,
            lookup: search.lookup,
            limit,
            read: limit,
            after: cursor,
            matches: (tokens) => matchesRemainingTokens(search, tokens),
          });
          const passes = (row: CaseListRow): boolean =>
            holds(row) &&
            Object.entries(filters).every(
              ([name, value]) => value === undefined || casesList.filters[name]?.(row) === value,
            );
          return { rows: (await rows(idsOf(hits))).filter(passes), ...(end === undefined ? {} : { end }) };
        }
        const request = { ascending, filters, range, cursor, limit, ...optional(matches) };
        if (!inOrders) return walkList(table, keys, casesList, { ...request, sort: 'created' });
        const page = await walkList(table, keys, caseOrders, { ...request, sort: by });
        return { ...page, rows: await rows(idsOf(page.rows)) };
      };
      const [{ rows: found, end }, names] = await Promise.all([step(), namesOfHomes]);
      return { rows: found.map(answered(names)), cursor: end ?? null };
    },
    /** Returns cases that may be about this person, newest first, without the case `self`. */
    alike: (person: PersonOfCase, self?: string) => sharing(caseDuplicateKeys(person), self),
    sharing,
    async namesOf(ids: readonly string[]) {
      const found = await rows(ids);
      return new Map(
        found.map((row) => [row.id, { case_number: row.case_number, deceased_name: row.deceased_full_name }]),
      );
    },
    async byIds(ids: readonly string[]): Promise<CaseRow[]> {
      const [found, names] = await Promise.all([rows(ids), homes.homeNames()]);
      return found.map(answered(names));
    },
    named: async (row: CaseListRow): Promise<CaseRow> => withHomeName(row, await homes.homeNames()),
  };
};
