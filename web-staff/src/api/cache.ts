import type { InvalidateOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Page } from '#domain/shared/values/page.ts';
import { calendarKeys } from '../calendar/keys.ts';
import { caseKeys } from '../cases/keys.ts';
import { customerKeys } from '../customers/keys.ts';
import { deadlineKeys } from '../deadlines/keys.ts';
import { firstCallKeys } from '../first-calls/keys.ts';
import { importKeys } from '../imports/keys.ts';
import { submissionKeys } from '../intake/keys.ts';
import { paymentKeys } from '../payments/keys.ts';
import { permitKeys } from '../permits/keys.ts';
import { insightKeys } from '../reports/keys.ts';
import { statementKeys } from '../statements/keys.ts';

/** Lists follow a change of a record within half a second. */
export const listsFollowMs = 1500;

const waiting = new WeakMap<QueryClient, { timer: ReturnType<typeof setTimeout>; keys: Set<QueryKey> }>();

/** Reads lists again once they follow the last change; a further change puts that off, as its answer would be old. */
export const readLater = (client: QueryClient, keys: readonly QueryKey[]): void => {
  const before = waiting.get(client);
  clearTimeout(before?.timer);
  const all = new Set([...(before?.keys ?? []), ...keys]);
  const timer = setTimeout(() => {
    waiting.delete(client);
    for (const queryKey of all) void client.invalidateQueries({ queryKey });
  }, listsFollowMs);
  waiting.set(client, { timer, keys: all });
};

/** Ends reads that began before a change: their answers would take it away. First reads go on, as a page waits for them. */
export const endOldReads = (client: QueryClient, queryKey: QueryKey): void =>
  void client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });

/** Shows a record as a change of it was answered. Of answers that come in another order the newest version stays. */
export const showRecord = <Stored extends { version: number }>(
  client: QueryClient,
  queryKey: QueryKey,
  stored: Stored,
): void => {
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Stored>(queryKey, (known) => (known && known.version > stored.version ? known : stored));
};

interface Row {
  id: string;
  status?: string;
}
/** A page of a list; where only part of a search was counted, `count` is a bound and stays. */
type RowsPage = Page<Row> & { count_is_exact?: boolean };

/**
 * Changes the cached pages of a list that show a record. Its other pages are read again at once, and all of them when
 * they follow the change.
 */
const changePages = (
  client: QueryClient,
  lists: QueryKey,
  change: (row: Row, query: { status?: string }) => Row | undefined,
): void => {
  endOldReads(client, lists);
  const changed = new Set<QueryKey>();
  for (const [key, page] of client.getQueriesData<RowsPage>({ queryKey: lists })) {
    const query = key.at(-1) as { status?: string };
    const rows = page?.results.map((row) => change(row, query));
    if (!page || !rows || rows.every((row, at) => row === page.results[at])) continue;
    const results = rows.filter((row) => row !== undefined);
    const gone = page.count_is_exact === false ? 0 : rows.length - results.length;
    client.setQueryData<RowsPage>(key, { ...page, results, count: page.count - gone });
    changed.add(key);
  }
  void client.invalidateQueries({ queryKey: lists, predicate: ({ queryKey }) => !changed.has(queryKey) });
  readLater(client, [lists]);
};

/** Shows a new or changed record in the pages of its list; it leaves those of another status. */
export const showRow = <R extends Row>(client: QueryClient, lists: QueryKey, row: R): void =>
  changePages(client, lists, (shown, { status }) => {
    if (shown.id !== row.id) return shown;
    return status && row.status !== status ? undefined : row;
  });

/** Takes deleted records off the pages of their list. */
export const dropRows = (client: QueryClient, lists: QueryKey, ids: readonly string[]): void =>
  changePages(client, lists, (row) => (ids.includes(row.id) ? undefined : row));

/** Lists that follow from cases. */
const amongCases: readonly QueryKey[] = [caseKeys.queues, deadlineKeys.lists, calendarKeys.all];
/** A new case may name customers, who are then entered with it or get it. */
const ofNewCases: readonly QueryKey[] = [caseKeys.lists, ...amongCases, caseKeys.nextNumbers, customerKeys.all];

interface Outdated {
  /** Read again at once: they hold the change as soon as it was answered. */
  now?: (caseId: string) => readonly QueryKey[];
  /** Read again when they follow the change, or when a page that shows them is opened. */
  lists?: readonly QueryKey[];
}

/** What is outdated after a change, by what changed. */
const outdated = {
  figures: {},
  'case.opened': { lists: ofNewCases },
  // A further version of the Statement can be finalized once its fees are others.
  'case.changed': { now: (id) => [caseKeys.auditLog(id), statementKeys.ofCase(id)], lists: amongCases },
  // What is still to be paid follows from it.
  'case.total-agreed': { now: () => [paymentKeys.all] },
  // A next of kin may have been entered as a customer, or have got the case.
  'case.kin-changed': { lists: [customerKeys.all] },
  // Its report or first call waits again, and its customers have one case less.
  'case.gone': { lists: [submissionKeys.all, firstCallKeys.all, customerKeys.all, ...amongCases] },
  // The server makes deadlines of permits, and raises the case's version.
  'permit.changed': {
    now: (id) => [permitKeys.ofCase(id), caseKeys.one(id), caseKeys.auditLog(id), deadlineKeys.ofCase(id)],
    lists: [deadlineKeys.lists],
  },
  // Lists of cases and customers show what was paid.
  'payment.changed': { now: (id) => [caseKeys.auditLog(id)], lists: [caseKeys.lists, customerKeys.all] },
  // Apart from the line above: the form of a payment says where this was not read.
  'ledger.changed': { now: (id) => [caseKeys.one(id), paymentKeys.all] },
  'report.converted': { lists: [submissionKeys.all, ...ofNewCases] },
  'first-call.converted': { lists: [firstCallKeys.all, ...ofNewCases] },
  'import.changed': { now: () => [importKeys.all] },
  'customers.imported': { lists: [customerKeys.all] },
  'cases.imported': { lists: ofNewCases },
} as const satisfies Record<string, Outdated>;

/** Reads again what a change made here has outdated, and figures when they are looked at next. */
export const readAgain = async (
  client: QueryClient,
  change: keyof typeof outdated,
  caseId = '',
  options: InvalidateOptions = {},
): Promise<void> => {
  const { now, lists = [] }: Outdated = outdated[change];
  for (const queryKey of [...lists, insightKeys.all]) void client.invalidateQueries({ queryKey, refetchType: 'none' });
  if (lists.length > 0) readLater(client, lists);
  await Promise.all((now?.(caseId) ?? []).map((queryKey) => client.invalidateQueries({ queryKey }, options)));
};
