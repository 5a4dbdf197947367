import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CaseQueue } from '#domain/cases/case.schema.ts';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../api/api-context.ts';
import { googleStatusQuery, googleSuggestionsQuery } from '../calendar/parts/google.ts';
import { caseQueueQuery, casesQuery } from '../cases/queries.ts';
import { nearestDeadlineQueries } from '../deadlines/queries.ts';
import { promisedQuery, sheetQueries } from '../first-calls/queries.ts';
import { convertedQuery, waitingQuery } from '../intake/queries.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { onboardingQuery, useSetUpWanted } from '../organizations/onboarding/queries.ts';
import { paths } from '../paths.ts';
import { moneyDueQuery } from '../payments/queries.ts';
import { quickBooksStatusQuery } from '../quickbooks/queries.ts';
import { envelopesQuery } from '../signatures/queries.ts';
import { mineOf, taskPagesQuery } from '../tasks/queries.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { useEveryMinute } from '../ui/time/time-ago.tsx';
import { booksLines, calendarLines, signatureLines, suggestionLines, taskLines } from './follow-up-lines.ts';
import {
  callLines,
  caseLines,
  daysAhead,
  deadlineLines,
  gateLines,
  moneyLines,
  promiseLines,
  serviceLines,
  sheetLines,
  splitCalls,
  type WorkGroup,
  type WorkItem,
  waitingReports,
  workQueue,
} from './work-queue.ts';

/** After this many milliseconds the page shows the lists that have arrived. */
const patience = 1500;

/** Returns true once every list has its first response or the wait is over; it stays true. */
const useAllLoaded = (lists: readonly { isLoading: boolean }[]): boolean => {
  const call = useApi();
  const [hasArrived, setHasArrived] = useState(false);
  const setUp = useQuery({ ...onboardingQuery(call), enabled: useSetUpWanted() });
  const isPending = [...lists, setUp].some(({ isLoading }) => isLoading);
  useEffect(() => {
    if (!isPending) setHasArrived(true);
  }, [isPending]);
  useEffect(() => {
    const timer = setTimeout(() => setHasArrived(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return hasArrived;
};

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/** A list behind the queue, linked for its remaining rows. */
export interface WorkSource {
  readonly title: string;
  readonly to: string;
  readonly count: number;
  readonly isMore: boolean;
}

export interface Work {
  /** Reports that are reviewed before a call, out of the queue. */
  readonly review: Pick<ReturnType<typeof splitCalls>, 'advertising' | 'second'>;
  readonly groups: Record<WorkGroup, WorkItem[]>;
  readonly sources: readonly WorkSource[];
  /** Lists that failed, each with its retry. */
  readonly failed: readonly { title: string; error: unknown; retry: () => void }[];
  /** True once every list has its first response or the wait is over; it stays true. */
  readonly hasArrived: boolean;
  /** No one is waiting, and nothing is late or due in the days ahead. False while a list is unknown. */
  readonly isQuiet: boolean;
}

/** Returns all open work that the role of the user may act on. */
export const useWork = (): Work => {
  const call = useApi();
  const can = useCan();
  const user = useCurrentUser();
  useEveryMinute();
  const now = new Date();
  const today = todayIn(user.funeral_home_details.time_zone, now);
  const [mayEdit, mayConvert] = [can('case:edit'), can('first-call:convert')];

  const calls = useQuery({ ...waitingQuery(call), enabled: can('submission:edit') });
  const converted = useQuery({ ...convertedQuery(call), enabled: can('submission:edit') });
  const sheets = useQueries({
    queries: sheetQueries(call).map((query) => ({ ...query, enabled: can('first-call:edit') })),
  });
  const promises = useQuery({ ...promisedQuery(call), enabled: can('first-call:edit') });
  const homes = useLocations();
  const cases = useQuery({ ...caseQueueQuery(call), enabled: can('case:read') });
  const deadlines = useQueries({
    queries: nearestDeadlineQueries(call).map((query) => ({ ...query, enabled: mayEdit })),
  });
  const gates = useQuery({ ...casesQuery(call, { gates: 'soon', page_size: '20' }), enabled: can('case:read') });
  const tasks = useInfiniteQuery(taskPagesQuery(call, mineOf(user)));
  const money = useQuery({ ...moneyDueQuery(call), enabled: can('payment:record') });
  const envelopes = useQuery({
    ...envelopesQuery(call, { open: 'true', page_size: '100' }),
    enabled: can('signature:send'),
  });
  const books = useQuery({ ...quickBooksStatusQuery(call), enabled: can('accounting:edit') });
  const suggestions = useQuery({ ...googleSuggestionsQuery(call), enabled: mayEdit });
  const google = useQuery({ ...googleStatusQuery(call), enabled: can('calendar:connect') });
  const hasArrived = useAllLoaded([
    calls,
    converted,
    ...sheets,
    promises,
    cases,
    gates,
    ...deadlines,
    tasks,
    money,
    envelopes,
    books,
    suggestions,
    google,
  ]);

  const sheetRows = sheets.flatMap(({ data }) => data?.results ?? []);
  const zoneOf = (id: string) => homes.find((home) => home.id === id)?.time_zone ?? user.funeral_home_details.time_zone;
  const openCases = cases.data ? [cases.data.services, cases.data.drafts, cases.data.lacking] : [];
  const split = splitCalls(waitingReports(calls.data?.results ?? [], converted.data?.results ?? [], now), [
    ...sheetRows.map(({ deceased_full_name }) => deceased_full_name),
    ...openCases.flatMap((queue) => queue.cases.map(({ deceased_full_name }) => deceased_full_name)),
  ]);
  const lines = [
    ...promiseLines(promises.data?.results ?? [], { now, zoneOf }),
    ...callLines(split.calls, now),
    ...gateLines(gates.data?.results ?? [], { now, zoneOf }),
    ...sheetLines(sheetRows, mayConvert),
    ...serviceLines(cases.data?.services.cases ?? [], { today, now, zoneOf, mayEdit }),
    ...(mayEdit && cases.data ? caseLines(cases.data) : []),
    ...deadlineLines(
      deadlines.flatMap(({ data }) => data?.results ?? []),
      today,
    ),
    ...taskLines(tasks.data?.pages.flatMap(({ rows }) => rows) ?? [], today),
    ...moneyLines(money.data?.results ?? [], today),
    ...signatureLines(envelopes.data?.results ?? [], now),
    ...suggestionLines(suggestions.data ?? []),
    ...(books.data ? booksLines(books.data) : []),
    ...(google.data ? calendarLines(google.data) : []),
  ];
  const all = [
    ['Death reports', calls],
    ['Converted reports', converted],
    ...sheets.map((query) => ['First-call sheets', query] as const),
    ['Promised arrivals', promises],
    ['Cases', cases],
    ['Missing checks', gates],
    ...deadlines.map(
      (query, at) => [['Overdue deadlines', 'Deadlines due soon', 'Later deadlines'][at] ?? '', query] as const,
    ),
    ['Tasks', tasks],
    ['Payments due', money],
    ['Signatures', envelopes],
    ['QuickBooks', books],
    ['Changes in Google Calendar', suggestions],
    ['Google Calendar', google],
  ] as const;
  const queues = cases.data;
  const week = `service_from=${today}&service_to=${addDays(today, daysAhead - 1)}`;
  const source = (title: string, to: string, count: number | undefined, isMore = false): WorkSource[] =>
    count ? [{ title, to, count, isMore }] : [];
  const ofCases = (title: string, query: string, of: keyof CaseQueue): WorkSource[] =>
    source(title, `${paths.cases}?${query}`, queues?.[of].count, queues?.[of].count_is_exact === false);
  const sources = [
    ...source('New submissions', paths.waitingFamilies, calls.data?.count),
    ...source('First-call sheets', paths.firstCalls, sum(sheets.map(({ data }) => data?.count ?? 0))),
    ...source('Deadlines', paths.deadlines, sum(deadlines.map(({ data }) => data?.count ?? 0))),
    ...ofCases('Services, next 7 days', week, 'services'),
    ...(mayEdit ? ofCases('Drafts to finish', 'status=draft', 'drafts') : []),
    ...(mayEdit ? ofCases('Incomplete cases', 'status=active&lacking=true', 'lacking') : []),
  ];
  return {
    groups: workQueue(lines, user.role),
    review: split,
    sources,
    failed: all.flatMap(([title, { isError, data, error, refetch }]) =>
      isError && data === undefined ? [{ title, error, retry: () => void refetch() }] : [],
    ),
    hasArrived,
    isQuiet:
      lines.length + split.advertising.length + split.second.length === 0 &&
      all.every(([, { isEnabled, data }]) => !isEnabled || data !== undefined),
  };
};
