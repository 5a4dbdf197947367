import { type InvalidateOptions, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { Page } from '#domain/shared/values/page.ts';
import { calendarKeys, dayKeys } from '../calendar/keys.ts';
import { careKeys } from '../care/keys.ts';
import { caseKeys } from '../cases/keys.ts';
import { customerKeys } from '../customers/keys.ts';
import { deadlineKeys } from '../deadlines/keys.ts';
import { firstCallKeys } from '../first-calls/keys.ts';
import { gateKeys } from '../gates/keys.ts';
import { importKeys } from '../imports/keys.ts';
import { submissionKeys } from '../intake/keys.ts';
import { paymentKeys } from '../payments/keys.ts';
import { permitKeys } from '../permits/keys.ts';
import { reportKeys } from '../reports/keys.ts';
import { statementKeys } from '../statements/keys.ts';
import { taskKeys } from '../tasks/keys.ts';

/** Lists follow a record's change within half a second. */
export const listsFollowMs = 1500;

const waiting = new WeakMap<QueryClient, { timer: ReturnType<typeof setTimeout>; keys: Set<QueryKey> }>();

/** A further change postpones it. */
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

/**
 * Cancels reads that started before a change and would undo it. Initial reads continue, because a page waits for them.
 */
export const endOldReads = (client: QueryClient, queryKey: QueryKey): void =>
  void client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });

/** Of reordered responses the newest version stays. */
export const showRecord = <Stored extends { version: number }>(
  client: QueryClient,
  queryKey: QueryKey,
  stored: Stored,
): void => {
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Stored>(queryKey, (cached) => (cached && cached.version > stored.version ? cached : stored));
};

interface Row {
  id: string;
  status?: string;
}
/** A list page; if only a part of a search was counted, `count` is a limit and stays. */
type RowsPage = Page<Row> & { count_is_exact?: boolean };

/**
 * Changes the cached pages that show a record. Its other pages are read again at once, and all once they follow the
 * change.
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
    const removedCount = page.count_is_exact === false ? 0 : rows.length - results.length;
    client.setQueryData<RowsPage>(key, { ...page, results, count: page.count - removedCount });
    changed.add(key);
  }
  void client.invalidateQueries({ queryKey: lists, predicate: ({ queryKey }) => !changed.has(queryKey) });
  readLater(client, [lists]);
};

export const showRow = <R extends Row>(client: QueryClient, lists: QueryKey, row: R): void =>
  changePages(client, lists, (shown, { status }) => {
    if (shown.id !== row.id) return shown;
    // Values that only the server computes stay.
    return status && row.status !== status ? undefined : { ...shown, ...row };
  });

export const dropRows = (client: QueryClient, lists: QueryKey, ids: readonly string[]): void =>
  changePages(client, lists, (row) => (ids.includes(row.id) ? undefined : row));

const amongCases: readonly QueryKey[] = [
  caseKeys.queues,
  deadlineKeys.lists,
  taskKeys.all,
  calendarKeys.all,
  dayKeys.schedules,
];
/** A new case may name customers, who are created or linked with it. */
const ofNewCases: readonly QueryKey[] = [caseKeys.lists, ...amongCases, caseKeys.nextNumbers, customerKeys.all];

interface Outdated {
  /** Read again at once: they include the change with its response. */
  now?: (caseId: string) => readonly QueryKey[];
  /** Read again once they follow the change, or when a page shows them. */
  lists?: readonly QueryKey[];
}

const outdated = {
  figures: {},
  'case.opened': { lists: ofNewCases },
  // The Statement can be finalized again once its fees change.
  'case.changed': {
    now: (id) => [caseKeys.auditLog(id), statementKeys.ofCase(id), gateKeys.ofCase(id), dayKeys.ofCase(id)],
    lists: amongCases,
  },
  // The server raises the case's version; lists show missing checks.
  'gates.changed': { now: (id) => [caseKeys.one(id), caseKeys.auditLog(id)], lists: [caseKeys.lists, ...amongCases] },
  // A release is a step of the case, and the board follows its records.
  'care.changed': {
    now: (id) => [careKeys.all, caseKeys.one(id), caseKeys.auditLog(id), gateKeys.ofCase(id)],
    lists: [careKeys.board, caseKeys.lists, ...amongCases],
  },
  // Lists follow, so that reading them at once would take the change back.
  'task.changed': {
    now: (id) => [taskKeys.cases, taskKeys.ones, caseKeys.auditLog(id)],
    lists: [taskKeys.all, caseKeys.lists],
  },
  // A moved service changes its case, and may need what events of other cases need.
  'day.changed': {
    now: (id) => [dayKeys.all, caseKeys.one(id), caseKeys.auditLog(id)],
    lists: [caseKeys.lists, ...amongCases],
  },
  // The balance due depends on it.
  'case.total-agreed': { now: () => [paymentKeys.all] },
  // A next of kin may have become a customer, or been linked to the case.
  'case.kin-changed': { lists: [customerKeys.all] },
  // Its submission or first call waits again, and its customers have one case less.
  'case.gone': { lists: [submissionKeys.all, firstCallKeys.all, customerKeys.all, ...amongCases] },
  // The server derives deadlines from permits and raises the case's version.
  'permit.changed': {
    now: (id) => [
      permitKeys.ofCase(id),
      caseKeys.one(id),
      caseKeys.auditLog(id),
      deadlineKeys.ofCase(id),
      gateKeys.ofCase(id),
    ],
    lists: [deadlineKeys.lists],
  },
  // Lists of cases and customers show payments.
  'payment.changed': { now: (id) => [caseKeys.auditLog(id)], lists: [caseKeys.lists, customerKeys.all] },
  // Separate from the line above: the payment form reports a failed read.
  'ledger.changed': { now: (id) => [caseKeys.one(id), paymentKeys.all] },
  // The case has its next of kin and its history.
  'case.attached': {
    now: (id) => [caseKeys.one(id), caseKeys.auditLog(id)],
    lists: [submissionKeys.all, firstCallKeys.all, caseKeys.lists, ...amongCases],
  },
  'report.converted': { lists: [submissionKeys.all, ...ofNewCases] },
  'first-call.converted': { lists: [firstCallKeys.all, ...ofNewCases] },
  'import.changed': { now: () => [importKeys.all] },
  'customers.imported': { lists: [customerKeys.all] },
  'cases.imported': { lists: ofNewCases },
} as const satisfies Record<string, Outdated>;

/** Reads again what a change here made outdated, and figures on their next view. */
export const readAgain = async (
  client: QueryClient,
  change: keyof typeof outdated,
  caseId = '',
  options: InvalidateOptions = {},
): Promise<void> => {
  const { now, lists = [] }: Outdated = outdated[change];
  for (const queryKey of [...lists, reportKeys.all]) void client.invalidateQueries({ queryKey, refetchType: 'none' });
  if (lists.length > 0) readLater(client, lists);
  await Promise.all((now?.(caseId) ?? []).map((queryKey) => client.invalidateQueries({ queryKey }, options)));
};

const shouldRetry = (failures: number, error: unknown): boolean => {
  const isClientError = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return failures < 1 && !isClientError;
};

/**
 * Data is fresh for 60 seconds, retried once, and read again when the window gets the focus (D1 §9). In memory only.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 60_000, retry: shouldRetry, refetchOnWindowFocus: true, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
