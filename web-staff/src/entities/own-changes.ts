import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { defaultPageSize, type Page } from '#domain/values/page.ts';

/** Lists, searches and totals follow a change behind a stream; by then they have caught up by far. */
export const rememberedMs = 10_000;
/** How soon an answer that lagged is asked for again. */
const askAgainMs = 1000;

/** What every list asks for: a search, a page of some size, and filters of its own. */
interface PageQuery {
  search?: string | undefined;
  page?: string | undefined;
  page_size?: string | undefined;
}

/** A list of which somebody may want to see their own changes at once. */
export interface ListRules<Row extends { id: string }, Query extends PageQuery> {
  /** Its pages are cached under this key and their query. */
  key: QueryKey;
  /** Whether a row stands in the list that the filters of a query leave; a search is never asked. */
  belongs: (row: Row, query: Query) => boolean;
  /** Negative where `a` stands before `b`; undefined in an order that only the server knows. */
  order: (a: Row, b: Row, query: Query) => number | undefined;
}

interface OwnChange<Row> {
  id: string;
  /** Undefined: the record is gone. */
  now: Row | undefined;
  /** As it was seen before; undefined for a new record and for one that no page has shown. */
  before: Row | undefined;
  created: boolean;
  until: number;
  /** By filters: the total before the change, and by how much it moved. An answer with the old total lags. */
  totals: Map<string, { total: number; moved: number }>;
}

interface Memory<Row> {
  changes: OwnChange<Row>[];
  /** Set while an answer is to be asked for again. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** A page of a list; where only part of a search was counted, `count` is a bound and stays. */
type RowsPage<Row> = Page<Row> & { count_is_exact?: boolean };

const filtersOf = <Query extends PageQuery>({ page, page_size, ...filters }: Query): string => hashKey([filters]);

const counted = <Row, P extends RowsPage<Row>>(answer: P, results: Row[], moved: number): P => ({
  ...answer,
  results,
  count: answer.count_is_exact === false ? answer.count : Math.max(results.length, answer.count + moved),
});

const same = <Row extends object>(a: Row, b: Row, names: readonly (keyof Row)[]): boolean =>
  names.every((name) => hashKey([a[name] ?? null]) === hashKey([b[name] ?? null]));

/** Whether the server's row does not know the change yet: by its version, else because it is as it was before. */
const lags = <Row extends { id: string; version?: number }>({ now, before, created }: OwnChange<Row>, row: Row) => {
  if (!now || created) return false;
  if (row.version !== undefined && now.version !== undefined) return row.version < now.version;
  const names = Object.keys(now) as (keyof Row)[];
  return before ? same(row, before, names) && !same(row, now, names) : !same(row, now, names);
};

/** The row in its place on the first page, where it stands on that. */
const inserted = <Row extends { id: string }, Query extends PageQuery>(
  rules: ListRules<Row, Query>,
  query: Query,
  rows: Row[],
  row: Row,
): Row[] | undefined => {
  if (query.search || (query.page ?? '1') !== '1') return undefined;
  const size = Number(query.page_size ?? defaultPageSize);
  const orders = rows.map((other) => rules.order(row, other, query));
  if (orders.includes(undefined)) return undefined;
  const found = orders.findIndex((order) => order !== undefined && order < 0);
  const at = found === -1 ? rows.length : found;
  return at < size ? rows.toSpliced(at, 0, row).slice(0, size) : undefined;
};

/** An answer as it would be if the server knew the change; the same object where it does, or where nobody can say. */
const applied = <Row extends { id: string }, Query extends PageQuery, P extends RowsPage<Row>>(
  rules: ListRules<Row, Query>,
  change: OwnChange<Row>,
  query: Query,
  answer: P,
): P => {
  const { id, now, before, totals } = change;
  const at = answer.results.findIndex((row) => row.id === id);
  const row = answer.results[at];
  if (row) {
    if (now && !lags(change, row)) return answer;
    if (now && (query.search || rules.belongs(now, query))) return { ...answer, results: answer.results.with(at, now) };
    return counted<Row, P>(answer, answer.results.toSpliced(at, 1), -1);
  }
  const appears = now && (change.created || (before !== undefined && !rules.belongs(before, query)));
  if (appears && !query.search && rules.belongs(now, query)) {
    const rows = inserted(rules, query, answer.results, now);
    if (rows) return counted<Row, P>(answer, rows, 1);
  }
  const known = totals.get(filtersOf(query));
  return known && known.total === answer.count ? counted<Row, P>(answer, answer.results, known.moved) : answer;
};

/**
 * Shows somebody their own changes at once, in a list whose pages follow behind a stream: cached pages are changed on
 * the spot, and what the server answers during the next seconds is corrected as long as it does not know the change,
 * and asked for again until it does.
 */
export const ownChanges = <Row extends { id: string }, Query extends PageQuery>(rules: ListRules<Row, Query>) => {
  const memories = new WeakMap<QueryClient, Memory<Row>>();

  const memoryOf = (client: QueryClient): Memory<Row> => {
    const known = memories.get(client) ?? { changes: [], timer: undefined };
    known.changes = known.changes.filter(({ until }) => until > Date.now());
    memories.set(client, known);
    return known;
  };

  const askAgain = (client: QueryClient) => {
    const memory = memoryOf(client);
    memory.timer ??= setTimeout(() => {
      memory.timer = undefined;
      void client.invalidateQueries({ queryKey: rules.key });
    }, askAgainMs);
  };

  const cachedPages = (client: QueryClient) =>
    client
      .getQueriesData<RowsPage<Row>>({ queryKey: rules.key })
      .flatMap(([key, page]) => (page ? [{ key, page, query: key.at(-1) as Query }] : []));

  const remember = (
    client: QueryClient,
    { id, now, created }: Pick<OwnChange<Row>, 'id' | 'now' | 'created'>,
    known?: Row,
  ) => {
    const pages = cachedPages(client);
    const seen = pages.flatMap(({ page }) => page.results).find((row) => row.id === id);
    const before = created ? undefined : (seen ?? known);
    const change: OwnChange<Row> = { id, now, before, created, until: Date.now() + rememberedMs, totals: new Map() };
    const stands = (row: Row | undefined, query: Query) => (row && !query.search && rules.belongs(row, query) ? 1 : 0);
    for (const { page, query } of pages) {
      const moved = stands(now, query) - stands(before, query);
      if (moved !== 0) change.totals.set(filtersOf(query), { total: page.count, moved });
    }
    memoryOf(client).changes.push(change);
    for (const { key, page, query } of pages) client.setQueryData(key, applied(rules, change, query, page));
  };

  return {
    created: (client: QueryClient, row: Row) => remember(client, { id: row.id, now: row, created: true }),
    /** `before`: the row as a page of its own showed it, for lists that have not been read yet. */
    changed: (client: QueryClient, row: Row, before?: Row) =>
      remember(client, { id: row.id, now: row, created: false }, before),
    gone: (client: QueryClient, id: string, before?: Row) =>
      remember(client, { id, now: undefined, created: false }, before),

    /** What the server answered for a page of the list, with the own changes that it does not know yet. */
    over: <P extends RowsPage<Row>>(client: QueryClient, query: Query, answer: P): P => {
      const result = memoryOf(client).changes.reduce((page, change) => applied(rules, change, query, page), answer);
      if (result !== answer) askAgain(client);
      return result;
    },

    /** The same for rows without pages, such as what a search box proposes; a new record is not looked for there. */
    overRows: (client: QueryClient, rows: readonly Row[]): Row[] =>
      memoryOf(client).changes.reduce<Row[]>(
        (kept, change) =>
          kept.flatMap((row) => (row.id !== change.id ? row : !change.now ? [] : lags(change, row) ? change.now : row)),
        [...rows],
      ),
  };
};
