import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CaseQueue } from '#domain/cases/case.schema.ts';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../api/api-context.ts';
import { googleStatusQuery, googleSuggestionsQuery } from '../calendar/parts/google.ts';
import { caseQueueQuery } from '../cases/queries.ts';
import { nearestDeadlineQueries } from '../deadlines/queries.ts';
import { sheetQueries } from '../first-calls/queries.ts';
import { waitingQuery } from '../intake/queries.ts';
import { onboardingQuery, useSetUpWanted } from '../organizations/onboarding/queries.ts';
import { paths } from '../paths.ts';
import { moneyDueQuery } from '../payments/receivables/queries.ts';
import { accountingStatusQuery } from '../quickbooks/queries.ts';
import { dashboardQuery } from '../reports/queries.ts';
import { envelopesQuery } from '../signatures/queries.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { useEveryMinute } from '../ui/time/every-minute.ts';
import {
  booksLines,
  calendarLines,
  callLines,
  caseLines,
  daysAhead,
  deadlineLines,
  moneyLines,
  serviceLines,
  sheetLines,
  signatureLines,
  suggestionLines,
  type WorkGroup,
  type WorkItem,
  workQueue,
} from './work-queue.ts';

/** The page is shown after this time even if a list is still loading. */
const patience = 1500;

/** Stays true once every list and the figures have loaded, or the time is over. */
const useAllLoaded = (lists: readonly { isLoading: boolean }[]): boolean => {
  const call = useApi();
  const can = useCan();
  const viewer = useCurrentUser();
  const [hasArrived, setHasArrived] = useState(false);
  const figures = useQuery({ ...dashboardQuery(call, viewer), enabled: can('insight:work') });
  const setUp = useQuery({ ...onboardingQuery(call), enabled: useSetUpWanted() });
  const isPending = [...lists, figures, setUp].some(({ isLoading }) => isLoading);
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

/** A list that the queue is made of, to link to its other rows. */
export interface WorkSource {
  readonly title: string;
  readonly to: string;
  readonly count: number;
  readonly isMore: boolean;
}

export interface Work {
  readonly groups: Record<WorkGroup, WorkItem[]>;
  readonly sources: readonly WorkSource[];
  /** Failed lists with their retry. */
  readonly failed: readonly { title: string; error: unknown; retry: () => void }[];
  readonly hasArrived: boolean;
  /** Nothing is waiting, late or due in the next days. False while a list is unknown. */
  readonly isQuiet: boolean;
}

/** Returns the work that the role may do. */
export const useWork = (): Work => {
  const call = useApi();
  const can = useCan();
  const user = useCurrentUser();
  useEveryMinute();
  const now = new Date();
  const today = todayIn(user.funeral_home_details.time_zone, now);
  const [mayEdit, mayConvert] = [can('case:edit'), can('first-call:convert')];

  const calls = useQuery({ ...waitingQuery(call), enabled: can('submission:edit') });
  const sheets = useQueries({
    queries: sheetQueries(call).map((query) => ({ ...query, enabled: can('first-call:edit') })),
  });
  const cases = useQuery({ ...caseQueueQuery(call), enabled: can('case:read') });
  const deadlines = useQueries({
    queries: nearestDeadlineQueries(call).map((query) => ({ ...query, enabled: mayEdit })),
  });
  const money = useQuery({ ...moneyDueQuery(call), enabled: can('payment:record') });
  const envelopes = useQuery({ ...envelopesQuery(call, { page_size: '20' }), enabled: can('signature:send') });
  const books = useQuery({ ...accountingStatusQuery(call), enabled: can('accounting:edit') });
  const suggestions = useQuery({ ...googleSuggestionsQuery(call), enabled: mayEdit });
  const google = useQuery({ ...googleStatusQuery(call), enabled: can('calendar:connect') });
  const sheetRows = sheets.flatMap(({ data }) => data?.results ?? []);
  const lines = [
    ...callLines(calls.data?.results ?? [], now),
    ...sheetLines(sheetRows, mayConvert),
    ...serviceLines(cases.data?.services.cases ?? [], today, mayEdit),
    ...(mayEdit && cases.data ? caseLines(cases.data) : []),
    ...deadlineLines(
      deadlines.flatMap(({ data }) => data?.results ?? []),
      today,
    ),
    ...moneyLines(money.data?.results ?? [], today),
    ...signatureLines(envelopes.data?.results ?? [], now),
    ...suggestionLines(suggestions.data ?? []),
    ...(books.data ? booksLines(books.data) : []),
    ...(google.data ? calendarLines(google.data) : []),
  ];
  const all = [
    ['Death reports', calls],
    ...sheets.map((query) => ['First-call sheets', query] as const),
    ['Cases', cases],
    ...deadlines.map(
      (query, at) => [['Overdue deadlines', 'Deadlines due soon', 'Later deadlines'][at] ?? '', query] as const,
    ),
    ['Payments due', money],
    ['Signatures', envelopes],
    ['QuickBooks', books],
    ['Changes in Google Calendar', suggestions],
    ['Google Calendar', google],
  ] as const;
  const hasArrived = useAllLoaded(all.map(([, query]) => query));
  const queues = cases.data;
  const week = `service_from=${today}&service_to=${addDays(today, daysAhead - 1)}`;
  const source = (title: string, to: string, count: number | undefined, isMore = false): WorkSource[] =>
    count ? [{ title, to, count, isMore }] : [];
  const ofCases = (title: string, query: string, of: keyof CaseQueue): WorkSource[] =>
    source(title, `${paths.cases}?${query}`, queues?.[of].count, queues?.[of].count_is_exact === false);
  const sources = [
    ...source('Families waiting for a call', `${paths.submissions}?status=new`, calls.data?.count),
    ...source('First-call sheets', paths.firstCalls, sum(sheets.map(({ data }) => data?.count ?? 0))),
    ...source('Deadlines', paths.deadlines, sum(deadlines.map(({ data }) => data?.count ?? 0))),
    ...ofCases('Services, next 7 days', week, 'services'),
    ...(mayEdit ? ofCases('Drafts to finish', 'status=draft', 'drafts') : []),
    ...(mayEdit ? ofCases('Incomplete cases', 'status=active&lacking=true', 'lacking') : []),
  ];
  return {
    groups: workQueue(lines, user.role),
    sources,
    failed: all.flatMap(([title, { isError, data, error, refetch }]) =>
      isError && data === undefined ? [{ title, error, retry: () => void refetch() }] : [],
    ),
    hasArrived,
    isQuiet: lines.length === 0 && all.every(([, { isEnabled, data }]) => !isEnabled || data !== undefined),
  };
};
