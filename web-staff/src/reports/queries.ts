import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { insightEndpoints } from '#domain/reports/report.endpoints.ts';
import type { Report } from '#domain/reports/report.schema.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { insightKeys, type Viewer } from './keys.ts';

export type ReportQuery = NonNullable<CallInput<typeof insightEndpoints.analytics>['query']>;
export type BehindQuery = Omit<NonNullable<CallInput<typeof insightEndpoints.behind>['query']>, 'cursor'>;

const rows = { analytics: insightEndpoints.analytics, 'financial-overview': insightEndpoints.financials } as const;

export const dashboardQuery = (call: Call, viewer: Viewer) =>
  queryOptions({
    queryKey: insightKeys.dashboard(viewer),
    queryFn: ({ signal }) => call(insightEndpoints.dashboard, {}, { signal }),
  });

export const reportQuery = (call: Call, viewer: Viewer, report: Report, query: ReportQuery) =>
  queryOptions({
    queryKey: insightKeys.report(viewer, report, query),
    queryFn: ({ signal }) => call(rows[report], { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const monthsQuery = (call: Call) =>
  queryOptions({
    queryKey: insightKeys.months,
    queryFn: ({ signal }) => call(insightEndpoints.months, {}, { signal }),
  });

export const behindQuery = (call: Call, viewer: Viewer, query: BehindQuery) =>
  infiniteQueryOptions({
    queryKey: insightKeys.behind(viewer, query),
    queryFn: ({ pageParam, signal }) =>
      call(
        insightEndpoints.behind,
        { query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
