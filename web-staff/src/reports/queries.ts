import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { reportEndpoints } from '#domain/reports/report.endpoints.ts';
import type { Report } from '#domain/reports/report.schema.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { callQuery } from '../api/calls.ts';
import { reportKeys, type Viewer } from './keys.ts';

export type ReportQuery = NonNullable<CallInput<typeof reportEndpoints.analytics>['query']>;
export type DrillDownQuery = Omit<NonNullable<CallInput<typeof reportEndpoints.behind>['query']>, 'cursor'>;

const rows = { analytics: reportEndpoints.analytics, 'financial-overview': reportEndpoints.financials } as const;

export const dashboardQuery = (call: Call, viewer: Viewer, location?: string) =>
  callQuery(call, reportEndpoints.dashboard, { query: location ? { location } : {} }, [
    ...reportKeys.dashboard(viewer),
    location ?? '',
  ]);

export const reportQuery = (call: Call, viewer: Viewer, report: Report, query: ReportQuery) =>
  callQuery(call, rows[report], { query }, reportKeys.report(viewer, report, query), {
    placeholderData: keepPreviousData,
  });

export const monthsQuery = (call: Call) => callQuery(call, reportEndpoints.months, {}, reportKeys.months);

export const drillDownQuery = (call: Call, viewer: Viewer, query: DrillDownQuery) =>
  infiniteQueryOptions({
    queryKey: reportKeys.behind(viewer, query),
    queryFn: ({ pageParam, signal }) =>
      call(
        reportEndpoints.behind,
        { query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
